"""The questions that the pages and the commands ask, as SQL; ``$match`` and the like are bound."""

SHOWN = "(SELECT map_from_entries(list((alias, name))) FROM names)"
"""The names that are shown, by the name written; NULL where no player was renamed."""

MATCHES = f"""
WITH firsts AS (
    SELECT match, min(date) AS date, first(players ORDER BY deal) AS players,
        first(preset ORDER BY deal) AS preset, first(rules ORDER BY deal) AS rules,
        first(sides ORDER BY deal) AS sides, first(score ORDER BY deal) AS score_before,
        count(*) AS deals, count(*) FILTER (finished) AS finished_deals, max(loaded_at) AS loaded_at
    FROM deals GROUP BY match
), seats_of_sides AS (
    SELECT match, score_before, unnest(range(sides)) AS side FROM firsts
), won AS (
    SELECT match, unnest(range(len(points))) AS side, unnest(points) AS points FROM deals
), sums AS (
    SELECT match, side, sum(points) AS points FROM won GROUP BY ALL
), flagged AS (
    SELECT match, seat % sides AS side, count(*) AS flags FROM flags JOIN deals USING (deal_id) GROUP BY ALL
), totals AS (
    SELECT match,
        list(coalesce(score_before[side + 1], 0) + coalesce(points, 0) ORDER BY side) AS score,
        list(coalesce(flags, 0) ORDER BY side) AS flags_by_side
    FROM seats_of_sides LEFT JOIN sums USING (match, side) LEFT JOIN flagged USING (match, side)
    GROUP BY match
), judged_now AS (
    SELECT * FROM judged WHERE version >= $version
), lost_by_seat AS (
    SELECT match, sides, unnest(range(len(lost))) AS seat, unnest(lost) AS lost, unnest(decisions) AS decisions
    FROM judged_now
), lost_by_side AS (
    SELECT match, seat % sides AS side, sum(lost) AS lost, sum(decisions) AS decisions FROM lost_by_seat GROUP BY ALL
), losses AS (
    SELECT match, list(lost ORDER BY side) AS lost, list(decisions::BIGINT ORDER BY side) AS decisions
    FROM lost_by_side GROUP BY match
), worst AS (
    SELECT match, count(*) AS judged_deals, max(worst_loss) AS worst_loss,
        arg_max({{deal: deal, ply: worst_ply, seat: worst_seat, class: worst_class}}, worst_loss) AS play
    FROM judged_now GROUP BY match
)
SELECT match, date, list_transform(players, lambda p: coalesce(shown[p], p)) AS players, preset, rules,
    deals, finished_deals, score, flags_by_side, list_sum(flags_by_side)::BIGINT AS flags, loaded_at,
    coalesce(judged_deals, 0) AS judged_deals, lost, decisions, play.deal AS worst_deal, play.ply AS worst_ply,
    play.seat AS worst_seat, worst_loss, play.class AS worst_class
FROM firsts JOIN totals USING (match) LEFT JOIN losses USING (match) LEFT JOIN worst USING (match)
    CROSS JOIN (SELECT {SHOWN} AS shown)
ORDER BY loaded_at DESC, date DESC NULLS LAST, match
"""

DEALS_OF = f"""
SELECT deal_id, match, deal, date, list_transform(players, lambda p: coalesce(shown[p], p)) AS players,
    dealer, sides, preset, rules, finished, score, points, claimed,
    coalesce(flags, 0) AS flags, coalesce(remarks, 0) AS remarks, file, line_number, loaded_at
FROM deals
    LEFT JOIN (SELECT deal_id, count(*) AS flags FROM flags GROUP BY deal_id) USING (deal_id)
    LEFT JOIN (SELECT deal_id, count(*) AS remarks FROM remarks GROUP BY deal_id) USING (deal_id)
    CROSS JOIN (SELECT {SHOWN} AS shown)
WHERE match = $match ORDER BY deal
"""

LINE_OF = "SELECT line FROM deals WHERE match = $match AND deal = $deal"

DEAL_TO_JUDGE = "SELECT deal_id, match, deal, line FROM deals WHERE match = $match AND deal = $deal"

FLAGS_OF = """
SELECT match, deal, ply, seat, coalesce(names.name, players[seat + 1]) AS player, code, better, facts, version
FROM flags JOIN deals USING (deal_id) LEFT JOIN names ON alias = players[seat + 1]
WHERE match = $match ORDER BY deal, ply, code
"""

REMARKS_OF = """
SELECT match, deal, remarks.file, remarks.line_number, ply, code, found, expected, repair, params, noticed_at
FROM remarks JOIN deals USING (deal_id)
WHERE match = $match ORDER BY deal, ply NULLS FIRST, code
"""

FLAG_COUNTS = """
WITH seated AS (
    SELECT deal_id, unnest(range(len(players))) AS seat, unnest(players) AS alias FROM deals
), shown AS (
    SELECT deal_id, seat, coalesce(names.name, alias) AS player FROM seated LEFT JOIN names USING (alias)
), played AS (
    SELECT player, count(DISTINCT deal_id) AS deals FROM shown GROUP BY player
)
SELECT player, code, count(*) AS flags, any_value(deals) AS deals
FROM flags JOIN shown USING (deal_id, seat) JOIN played USING (player)
GROUP BY player, code ORDER BY flags DESC, player, code
"""

PLAYS_OF = "SELECT * EXCLUDE (deal_id) FROM plays_text WHERE match = $match ORDER BY deal, ply"

PLAYERS = """
SELECT coalesce(names.name, alias) AS player, list(DISTINCT alias ORDER BY alias) AS written,
    count(DISTINCT deal_id) AS deals
FROM (SELECT deal_id, unnest(players) AS alias FROM deals) LEFT JOIN names USING (alias)
GROUP BY player ORDER BY player
"""

SET_ASIDE_ROWS = """
SELECT line_hash, file, line_number, ply, code, found, expected, repair, params, text, noticed_at
FROM set_aside ORDER BY noticed_at DESC, file NULLS FIRST, line_number, ply NULLS FIRST, code
"""

DEAL_IDS = "SELECT deal_id FROM deals ORDER BY match, deal"

DEAL_IDS_OF = "SELECT deal_id FROM deals WHERE list_contains($matches, match) ORDER BY match, deal"

LINES = "SELECT line FROM deals WHERE list_contains($deal_ids, deal_id) ORDER BY match, deal"

DELETE_MATCH = tuple(
    f"DELETE FROM {table} WHERE deal_id IN (SELECT deal_id FROM deals WHERE match = $match)"
    for table in ("plays", "flags", "remarks", "reviews", "judged_deals", "deals")
)

ALIASES_OF = """
SELECT DISTINCT alias FROM (SELECT unnest(players) AS alias FROM deals) LEFT JOIN names USING (alias)
WHERE coalesce(names.name, alias) = $old
UNION SELECT alias FROM names WHERE name = $old
ORDER BY alias
"""

FORGET_ALIASES = "DELETE FROM names WHERE list_contains($aliases, alias)"

NAME_ALIASES = "INSERT INTO names SELECT alias, $new FROM (SELECT unnest($aliases) AS alias) WHERE alias <> $new"
