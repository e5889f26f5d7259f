import { noun, plural } from '../../base/plural.ts';
import { CONSEQUENCE_WORDS, requirements } from '../../contract/requirements.ts';
import type { Journey } from '../../evidence/evidence.ts';
import type { Block, Blocks, Line, Section } from '../blocks.ts';
import * as block from '../blocks.ts';
import { diffOf } from '../diff.ts';
import { detailsOf, requestOf } from '../finding-in-words.ts';
import { describeEvidence, messagesOf } from '../messages.ts';
import { consequenceOf, leadsTo } from '../rank-findings.ts';
import { againOf } from '../reproduce.ts';
import {
  type FindingGroup,
  groupFindings,
  MOST_EVIDENCE,
  type NumberedFinding,
  namesOf,
  type RunIndex,
} from '../run-index.ts';
import { seen, startSentence } from '../wording.ts';
import { sourceOf } from './requirements.ts';

/** The most findings that report.md prints in full. A comment on a pull request holds 65,536 characters. */
const MOST_IN_FULL = 18;
/** The most visible requirements of a finding. The others open. */
const MOST_REQUIREMENTS = 2;
/** The most visible pieces of evidence. The others open. */
const MOST_LISTED = 3;
/** The most visible messages of a journey. The others open. */
const MOST_OF_STORY = 20;

/** Findings, each with everything to understand and reproduce it. */
export function findingsSection(index: RunIndex): Section {
  const { findings } = index;
  const rest = findings.slice(MOST_IN_FULL);
  const brief = rest.map(({ number, finding }) => [
    `F${number}. ${finding.message} (`,
    block.code(finding.requirement),
    ')',
  ]);
  const blocks = [
    findings.length === 0 && block.lead('No findings: no observation breaks a requirement.'),
    groupFindings(findings).map(group => groupCard(group, index)),
    rest.length > 0 &&
      block.inText(block.text(`${plural(rest.length, 'more finding')}, in full in report.html:`), block.list(brief)),
  ];
  return { id: 'findings', title: 'Findings', count: findings.length, blocks };
}

/** The details of a finding that a card has as sentences. */
const SHOWN = ['only', 'leads to', 'likely cause', 'next', 'contract'];

/** A finding, and folded in it the findings below it. */
function groupCard({ head, below }: FindingGroup, index: RunIndex): Block {
  const folded = below.map(numbered => findingCard(numbered, index));
  const title = `${plural(below.length, 'finding')} with it: ${namesOf(below)}`;
  return findingCard(head, index, below.length > 0 && block.fold(title, folded, { look: 'below' }));
}

function findingCard(numbered: NumberedFinding, index: RunIndex, folded: Block | false = false): Block {
  const { number, finding, relation, hides } = numbered;
  const { severity, message, check, evidence } = finding;
  const cost = leadsTo(finding);
  const words = `breach${cost === undefined ? '' : `: ${CONSEQUENCE_WORDS[consequenceOf(finding)]}`}`;
  const kind = severity === 'breach' ? block.strong(`✗ ${words}`, 'bad') : block.strong('△ advice', 'warn');
  const kicker = [
    block.onPage([block.badge(numbered), ' ']),
    kind,
    `, seen ${seen(finding)} by check `,
    block.code(check),
  ];
  const term = (name: string, ...blocks: Blocks) => ({ name, blocks });
  const blocks: Blocks = [
    relation !== undefined && block.text(`It ${relation}.`, 'small'),
    block.diff(diffOf(finding)),
    block.terms([
      term(
        noun(numbered.requirements.length, 'Requirement'),
        block.list(numbered.requirements.map(requirementLine), { most: MOST_REQUIREMENTS }),
      ),
      ...detailsOf(numbered, index)
        .filter(([name]) => SHOWN.includes(name))
        .map(([name, words]) => term(startSentence(name), block.text(words))),
      hides.length > 0 && term('Hides', block.list(hides.map(id => block.link(id, 'requirement')))),
      evidence.length > 0 &&
        term('Evidence', block.list(evidenceLines(numbered, index), { most: MOST_LISTED, of: evidence.length })),
    ]),
    story(numbered, index),
    commands(numbered, index),
  ];
  const options = {
    id: `finding-${number}`,
    look: `finding ${severity}`,
    number: `F${number}`,
    kicker,
    title: message,
  };
  const whole = block.card(options, [blocks, folded]);
  return number > MOST_IN_FULL ? block.inPage(whole) : whole;
}

/** What happened in a finding's shortest journey. The first finding's is open. */
function story({ number, finding: { evidence } }: NumberedFinding, index: RunIndex): Block | false {
  const length = (journey: Journey) => journey.steps.length + index.deliveriesOf(journey).length;
  const journeys = evidence.flatMap(id => index.view.journeyBy(id) ?? []);
  const [shortest] = [...new Set(journeys)].sort((a, b) => length(a) - length(b));
  if (shortest === undefined) return false;
  const { id, order } = shortest;
  const title = ['What happened in journey ', block.code(id), ' ', block.small(order)];
  const lines = block.list(messagesOf(index).get(id)?.lines ?? [], { most: MOST_OF_STORY });
  return block.inPage(block.fold(title, [lines], { look: 'story', open: number === 1 }));
}

function requirementLine(id: string): Line {
  const requirement = requirements().get(id);
  const name = block.link(id, 'requirement');
  if (requirement === undefined) return name;
  return block.stacked([name, ' ', block.small(requirement.section)], requirement.text, sourceOf(requirement));
}

function evidenceLines({ finding: { evidence } }: NumberedFinding, index: RunIndex): readonly Line[] {
  const more = evidence.length - MOST_EVIDENCE;
  return [
    ...evidence.slice(0, MOST_EVIDENCE).map(id => [block.link(id), ` ${describeEvidence(id, index)}`]),
    ...(more > 0 ? [block.small(`${more} more are in summary.json.`)] : []),
  ];
}

function commands(numbered: NumberedFinding, index: RunIndex): Blocks {
  const [again, request] = [againOf(numbered, index), requestOf(numbered, index)];
  const isAltered = index.requestOf(numbered)?.request.body?.altered;
  return [
    again !== undefined && [block.text('Reproduce:', 'again'), block.listing(again, 'sh', 'copy')],
    request !== undefined &&
      block.fold(
        'Send only its request',
        [
          block.listing(request, 'sh', 'copy'),
          block.text('SANDBOX_URL and API_KEY come from your environment.', 'small'),
          isAltered && block.text('Names and account numbers in the body are pseudonyms; replace them.', 'small'),
        ],
        { look: 'curl' },
      ),
  ];
}
