"""What the profile of a player is counted from: decisions, deals and the plays that cost most, as SQL."""

SEATED = """
seated AS (
    SELECT deal_id, seat, coalesce(names.name, alias) AS player
    FROM (SELECT deal_id, unnest(range(len(players)))::UTINYINT AS seat, unnest(players) AS alias FROM deals)
        LEFT JOIN names USING (alias)
), dealt AS (
    SELECT deal_id, match, deal, date, loaded_at, dealer, sides, len(players) AS seats,
        list_transform(score, lambda total: sign * total) AS score,
        list_transform(points, lambda total: sign * total) AS points,
        (rules_key->>'$.deck')::INTEGER - len(table_cards) AS plays
    FROM (SELECT *, CASE WHEN rules_key->>'$.objective' = 'low' THEN -1 ELSE 1 END AS sign FROM deals)
)
"""
"""Who sat where, by the names that are shown, and what is asked of deals. Where the lowest total wins, scores and
points have the other sign, so that the best is the highest everywhere."""

DECISIONS = f"""
WITH {SEATED}
SELECT deal_id, player, loss, table_total, principles_apply, principles_broken, habits_apply, habits_shown,
    principles_against, habits_done,
    ((reviews.seat + seats - dealer) % seats)::UTINYINT AS place, seats::UTINYINT AS seats,
    (3 * ply // plays)::UTINYINT AS phase,
    sign(score[reviews.seat % sides + 1]
        - list_max(list_filter(score, lambda other, side: side <> reviews.seat % sides + 1))) AS standing
FROM reviews JOIN judged USING (deal_id, level, version) JOIN seated USING (deal_id, seat)
    JOIN (SELECT * EXCLUDE (sides, match, deal) FROM dealt) USING (deal_id)
WHERE reviews.version >= $version AND habits_apply IS NOT NULL
ORDER BY match, deal, ply
"""
"""Every judged decision of everybody. ``place``: seats after the dealer, who has 0; ``phase``: which third of the deal;
``standing``: -1 behind, 0 level, 1 ahead before the deal, NULL: not said."""

DEALS = f"""
WITH {SEATED}
SELECT match, deal, date, lost[seat + 1] AS lost, decisions[seat + 1] AS decisions,
    (seat % dealt.sides)::UTINYINT AS side,
    luck[seat % dealt.sides + 1] AS luck, luck_error[seat % dealt.sides + 1] AS luck_error,
    points[seat % dealt.sides + 1]
        - list_max(list_filter(points, lambda other, place: place <> seat % dealt.sides + 1)) AS result
FROM judged JOIN seated USING (deal_id) JOIN dealt USING (deal_id, match, deal)
WHERE judged.version >= $version AND player = $player
ORDER BY date NULLS FIRST, loaded_at, match, deal, seat
"""
"""A row a judged deal and seat of the player; ``result``: own points less the best other side's, more is better."""

COSTLIEST = """
SELECT match, deal, ply, seat, played, best, class, loss, low, high FROM verdicts
WHERE version >= $version AND player = $player AND class IS NOT NULL
ORDER BY loss DESC, match, deal, ply LIMIT $limit
"""
"""The plays with a class of the player that cost most."""

EXAMPLES = """
SELECT match, deal, ply, seat, played, best, class, loss FROM verdicts JOIN (
    SELECT deal_id, level, version, ply, CASE WHEN $principles THEN principles_broken ELSE habits_shown END AS marks
    FROM reviews
) USING (deal_id, level, version, ply)
WHERE version >= $version AND player = $player AND (marks >> $place) & 1 = 1 AND loss > 0
ORDER BY class IS NULL, loss DESC, match, deal, ply LIMIT $limit
"""
"""The plays of the player that show the habit (or break the principle) at this place: those with a class first."""

BY_CLASS = """
SELECT class, count(*)::INTEGER AS plays, sum(loss) AS lost FROM verdicts
WHERE version >= $version AND player = $player GROUP BY class ORDER BY class NULLS FIRST
"""
"""By class, how many plays of the player have it and what they lost together."""

STATE = """
SELECT (SELECT (count(*), max(judged_at), bit_xor(hash(deal_id, level, version))) FROM judged_deals)::VARCHAR
    || (SELECT (count(*), bit_xor(hash(deal_id, date, score::VARCHAR, points::VARCHAR))) FROM deals)::VARCHAR
    || (SELECT (count(*), bit_xor(hash(alias, name))) FROM names)::VARCHAR
"""
"""A text that differs as soon as any of what the profiles are counted from does."""
