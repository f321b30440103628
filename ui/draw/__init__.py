"""What several pages draw: scores, bars beside the cards, and Altair charts.

A chart's file has a `TITLE`, the question it answers; `VIEWS` has those of its lower views, which a
hall sees one by one. `chart()` builds the chart without data, `rows()` turns measured scores into
its rows, and `figure` draws it. What stands level with the cards is HTML, laid out by
`beside_cards`: it is cheap to redraw, uses the page's font, and each part names its document.
"""
