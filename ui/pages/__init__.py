"""The Streamlit pages, a module a page, and what they share."""
