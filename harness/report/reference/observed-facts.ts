import { type Fact, type FactsFile, isSeen } from '../../facts/fact.ts';
import { describeBasis, describeValues } from '../describe-fact.ts';
import { type Markup, markup } from '../markup.ts';
import { cut } from '../wording.ts';

/** Facts of one place that are shown at once; a longer list opens. */
const MOST_AT_ONCE = 6;
const LONGEST_VALUE = 160;

/** The facts of a target, as the places of the contract show them. */
export class ObservedFacts {
  readonly #byGap: ReadonlyMap<string, readonly Fact[]>;
  readonly #shown = new Set<string>();

  constructor({ facts }: FactsFile) {
    this.#byGap = Map.groupBy(facts.filter(isSeen), ({ gap }) => gap);
  }

  /** What was seen of gaps; undefined where nothing was. */
  of(gaps: readonly string[]): Markup | undefined {
    for (const gap of gaps) this.#shown.add(gap);
    const lines = gaps.flatMap(gap => this.#byGap.get(gap) ?? []).map(line);
    if (lines.length === 0) return undefined;
    const list = markup`<ul>${lines}</ul>`;
    return lines.length <= MOST_AT_ONCE
      ? markup`<div class="observed"><b>Observed</b>${list}</div>`
      : markup`<details class="observed"><summary><b>Observed</b> ${lines.length} answers</summary>${list}</details>`;
  }

  /** Gaps that no place of the contract has named so far. */
  rest(): readonly string[] {
    return [...this.#byGap.keys()].filter(gap => !this.#shown.has(gap));
  }
}

function line(fact: Fact): Markup {
  const { gap, condition, status, lastSeen } = fact;
  const values = describeValues(fact).map(
    (value, nth) => markup`${nth > 0 && ', '}<code>${cut(value, LONGEST_VALUE)}</code>`,
  );
  const when = condition !== undefined && markup` <span class="small">${condition}</span>`;
  const basis = `${describeBasis(fact)}${lastSeen === undefined ? '' : `, last ${lastSeen.slice(0, 10)}`}`;
  const odd = status === 'contradicted' && markup` <b class="bad">contradicted</b>`;
  return markup`<li><code class="small">${gap}</code>${when}: ${values}${odd} <span class="small">(${basis})</span></li>
`;
}
