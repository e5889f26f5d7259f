/** The stylesheet of the page: light and dark, on a desk and on a phone. No meaning depends on colour alone. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --card: #fff; --sunk: #f0f2f5; --edge: #d8dde5; --ink: #1a2029; --soft: #545e6d; --link: #1552b3;
  --good: #116932; --good-bg: #e6f4ea; --bad: #ad1f17; --bad-bg: #fdecea; --warn: #7d4e00; --warn-bg: #fdf1dc;
  --calm: #4a5567; --calm-bg: #e9edf2; --shadow: 0 1px 2px #1018280f, 0 1px 3px #1018281a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1116; --card: #161b22; --sunk: #0f141b; --edge: #2c343f; --ink: #e4e9f0; --soft: #9aa6b6;
      --link: #7db3ff;
    --good: #5fd08d; --good-bg: #10291a; --bad: #ff8f85; --bad-bg: #321516; --warn: #efb759; --warn-bg: #2e220e;
    --calm: #a9b5c5; --calm-bg: #1d242d; --shadow: none;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 66rem; padding: 1.25rem 1.25rem 3rem; background: var(--page); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  font-size: .9em; unicode-bidi: isolate; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.35rem; letter-spacing: -.01em; }
h3 { margin: .25rem 0 .75rem; font-size: 1.08rem; }
p { margin: .4rem 0; }
ul { margin: .3rem 0; padding-left: 1.2rem; }
.small, .lead { color: var(--soft); }
.small { font-size: .88em; }
q { color: var(--soft); font-size: .88em; font-style: italic; }
.lead { max-width: 48rem; margin-bottom: .9rem; }
.count { margin-left: .25rem; padding: .1rem .5rem; border-radius: 1rem; background: var(--calm-bg);
  color: var(--calm); font-size: .8rem; vertical-align: .2em; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .calm { color: var(--calm); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem; z-index: 2; }
.badge { display: inline-block; padding: 0 .4rem; border-radius: .3rem; background: var(--bad-bg); color: var(--bad);
  font: 600 .78rem/1.5 ui-monospace, monospace; text-decoration: none; }
.badge.advice { background: var(--warn-bg); color: var(--warn); }
a.badge:hover { text-decoration: underline; }

.verdict { padding: 1.5rem 1.75rem; border: 1px solid var(--edge); border-left: 6px solid var(--tone);
  border-radius: 10px; background: var(--tone-bg); color: var(--ink); }
.verdict.good { --tone: var(--good); --tone-bg: var(--good-bg); }
.verdict.bad { --tone: var(--bad); --tone-bg: var(--bad-bg); }
.verdict.warn { --tone: var(--warn); --tone-bg: var(--warn-bg); }
.verdict.calm { --tone: var(--calm); --tone-bg: var(--calm-bg); }
.verdict h1 { margin: .1rem 0 .4rem; color: var(--tone); font-size: clamp(1.8rem, 5vw, 2.6rem);
  letter-spacing: -.025em; }
.product { margin: 0; font-size: .82rem; letter-spacing: .04em; }
.message { max-width: 50rem; margin: 0 0 1.1rem; font-size: 1.08rem; }
.facts { display: flex; flex-wrap: wrap; gap: .6rem 1.75rem; margin: 0; }
.facts dt { font-size: .78rem; } .facts dd { margin: 0; font-weight: 600; } .facts code { font-weight: 600; }

nav { position: sticky; top: 0; z-index: 1; display: flex; gap: 1.25rem; margin: 0 -1.25rem; padding: .65rem 1.25rem;
  overflow-x: auto; background: var(--page); border-bottom: 1px solid var(--edge); white-space: nowrap; }
nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }

.card { margin: .75rem 0; padding: 1rem 1.25rem; border: 1px solid var(--edge); border-radius: 10px;
  background: var(--card); box-shadow: var(--shadow); }
.finding.breach { border-left: 4px solid var(--bad); } .finding.advice { border-left: 4px solid var(--warn); }
.finding:target, tr:target, .node:target, .item:target { outline: 2px solid var(--link); outline-offset: 2px; }
.kicker { margin: 0; font-size: .88rem; color: var(--soft); }
.finding dl { display: grid; grid-template-columns: 9.5rem 1fr; gap: .4rem 1rem; margin: 0; }
.finding dt { grid-column: 1; color: var(--soft); } .finding dd { grid-column: 2; margin: 0; }
.finding dd ul { margin: 0; padding: 0; list-style: none; }
.finding dd > p { margin: 0; } .finding dd li:has(q) + li { margin-top: .4rem; }
.story { margin-top: .75rem; }
.story ul { list-style: none; padding-left: 1rem; } .item { margin-left: 1rem; } .again { margin: .75rem 0 .3rem; }
.finding dd > p > code { padding: .1rem .35rem; border-radius: .25rem; background: var(--sunk);
  box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.weak > li { margin-bottom: .5rem; }
section[aria-labelledby=weak] { margin-top: 1.75rem; padding: 1rem 1.25rem; border: 1px solid var(--edge);
  border-left: 4px solid var(--warn); border-radius: 10px; background: var(--warn-bg); }
section[aria-labelledby=weak] h2 { margin-top: 0; }

summary { cursor: pointer; } summary::marker { color: var(--soft); }
.curl { margin-top: .75rem; }
.group { margin: .5rem 0; padding: .6rem 1rem; border: 1px solid var(--edge); border-radius: 10px;
  background: var(--card); }
.item { padding: .3rem .25rem; border-top: 1px solid var(--edge); font-size: .93em;
  scroll-margin-top: 4rem; }
pre { margin: .5rem 0; padding: .7rem .9rem; border: 1px solid var(--edge); border-radius: 6px;
  background: var(--sunk); white-space: pre-wrap; overflow: auto; max-height: 30rem; line-height: 1.5; }
pre del, pre ins { text-decoration: none; }
pre del { color: var(--good); } pre ins { color: var(--bad); }
button { display: block; margin: .4rem 0 -.2rem auto; padding: .15rem .6rem; border: 1px solid var(--edge);
  border-radius: 6px; background: var(--card); color: var(--link); font: inherit; font-size: .82rem; cursor: pointer; }
p + button:has(+ .copy) { margin-top: -2rem; margin-bottom: .3rem; }

.suite { margin: .6rem 0; padding: .5rem .9rem; border: 1px solid var(--edge); border-radius: 10px;
  background: var(--card); }
.node { padding: .35rem 0 .35rem .25rem; border-top: 1px solid var(--edge); scroll-margin-top: 4rem; }
.node > summary code { white-space: nowrap; }
.suite > summary { padding: .15rem 0; } .suite > summary + .node { margin-top: .4rem; }
.journey { margin-left: 1rem; content-visibility: auto; contain-intrinsic-block-size: auto 2.2rem; }
.journey[open] { content-visibility: visible; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--edge); text-align: left; vertical-align: top; }
thead th { border-top: 0; color: var(--soft); font-size: .85rem; font-weight: 500; } tbody th { font-weight: 500; }
thead th { width: 28%; } thead th:nth-child(2) { width: 44%; }

td > p:first-child { margin-top: 0; }
.answers thead th { width: auto !important; overflow-wrap: normal; } .answers { table-layout: auto; }
.numbers td:nth-child(n+2) { font-variant-numeric: tabular-nums; white-space: nowrap; }
.numbers thead th:nth-child(n+2) { width: 15%; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }

@media (max-width: 40rem) {
  body { padding: .75rem .75rem 2rem; } nav { margin: 0 -.75rem; padding-inline: .75rem; }
  .verdict { padding: 1.1rem 1.1rem; } .card { padding: .8rem .9rem; }
  .finding dl { display: block; } .finding dt { margin-top: .6rem; font-size: .85rem; }
  .node > summary code { white-space: normal; }
  table, tbody, tr, th, td { display: block; width: auto !important; }
  thead { position: absolute; left: -99rem; }
  .numbers td:nth-child(n+2) { display: inline-block; margin-right: 1rem; font-size: .9em; }
  .numbers td:nth-child(n+2)::before { content: attr(data-of) ": "; color: var(--soft); }
  th, td { padding: 0; border: 0; }
  tr { padding: .6rem 0; border-top: 1px solid var(--edge); }
}
`;
