"""What a person sees: the pages, the card table, charts, words in two languages, the command line."""
