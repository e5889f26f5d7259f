import { service, serviceAt } from '../../contract/service.ts';
import { pointerOf, resolvePointer } from '../../core/json.ts';
import type { FactsFile } from '../../facts/fact.ts';
import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import { page } from '../html/page.ts';
import { drawLifecycle } from '../lifecycle/draw-lifecycle.ts';
import { lifecycleInWords } from '../lifecycle/lifecycle-in-words.ts';
import { lifecycleAsMermaid } from '../lifecycle/mermaid.ts';
import { type Markup, markup } from '../markup.ts';
import { nodeAt, textAt } from './contract-node.ts';
import { fieldsOf } from './fields.ts';
import { ObservedFacts } from './observed-facts.ts';
import { richText } from './rich-text.ts';

/**
 * The API reference as one page without a script: the contract, with what was observed of a target beside each place
 * that it leaves open, and the lifecycle of an order, where it was learned.
 */
export function renderReference(observed: FactsFile, lifecycle?: Lifecycle): string {
  const facts = new ObservedFacts(observed);
  const info = nodeAt('/info');
  const routes = operationsIn('paths');
  const webhooks = operationsIn('webhooks');
  const all = [...routes, ...webhooks];
  const general = ['/info', ...below('/servers'), ...below('/tags')];
  const overview = general.map(pointer => {
    const node = nodeAt(pointer);
    const about = pointer === '/info' ? [] : richText(node.description);
    return [textAt(node, 'name') !== '' && markup`<p><b>${textAt(node, 'name')}</b></p>`, about, facts.of(node.gaps)];
  });
  const shown = all.map(one => operation(one, facts));
  const rest = facts.rest();
  const others =
    rest.length > 0 && markup`<section><h2>Other observations</h2><div class="card">${facts.of(rest)}</div></section>`;
  const body = markup`<header class="verdict calm"><p class="product">onramp-harness · reference</p>
<h1>${textAt(info, 'title')}</h1>
<p>With what was observed of <code>${observed.target}</code>. An observed value is never the
list of the allowed ones.</p>
</header>
<nav aria-label="Operations">${all.map(({ id, name }) => markup`<a href="#${id}">${name}</a> `)}</nav>
<main><div class="card">${richText(info.description)}${overview}</div>
${lifecycle && drawn(lifecycle)}${shown}
${others}</main>`;
  return page({ title: textAt(info, 'title'), body });
}

function drawn(lifecycle: Lifecycle): Markup {
  return markup`<section aria-labelledby="lifecycle"><h2 id="lifecycle">Lifecycle of a collection order</h2>
<p class="lead">${lifecycleInWords(lifecycle)}</p><div class="card">${drawLifecycle(lifecycle)}</div>
<details><summary>As Mermaid</summary><pre tabindex="0">${lifecycleAsMermaid(lifecycle)}</pre></details></section>
`;
}

interface Operation {
  readonly id: string;
  readonly name: string;
  readonly pointer: string;
}

function operationsIn(part: 'paths' | 'webhooks'): readonly Operation[] {
  return Object.entries(serviceAt(`/${part}`)).flatMap(([path, item]) =>
    Object.keys(item ?? {})
      .filter(method => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(method => ({
        id: `${part}-${method}-${path}`.replace(/[^\w.-]/g, '_'),
        name: part === 'paths' ? `${method.toUpperCase()} ${path}` : `webhook ${path}`,
        pointer: pointerOf(part, path, method),
      })),
  );
}

function operation({ id, name, pointer }: Operation, facts: ObservedFacts): Markup {
  const node = nodeAt(pointer);
  const parent = nodeAt(pointer.slice(0, pointer.lastIndexOf('/')));
  const servers = below(`${parent.pointer}/servers`).map(server => facts.of(nodeAt(server).gaps));
  const parameters = below(`${node.pointer}/parameters`).map(place => parameter(place, facts));
  const request = content(`${node.pointer}/requestBody`, facts);
  const responses = Object.keys(serviceAt(`${node.pointer}/responses`)).map(status => {
    const place = node.pointer + pointerOf('responses', status);
    return markup`<h4>${status}</h4>${content(place, facts)}`;
  });
  return markup`<section aria-labelledby="${id}"><h2 id="${id}"><code>${name}</code></h2>
<div class="card"><p><b>${textAt(node, 'summary')}</b></p>${richText(node.description)}${facts.of(node.gaps)}${facts.of(
    parent.gaps,
  )}${servers}
${parameters.length > 0 && markup`<h3>Parameters</h3><ul>${parameters}</ul>`}
${request && markup`<h3>Request</h3>${request}`}
<h3>Responses</h3>${responses}</div></section>
`;
}

function parameter(pointer: string, facts: ObservedFacts): Markup {
  const node = nodeAt(pointer);
  const where = `${textAt(node, 'in')}${node.value.required === true ? ', required' : ''}`;
  const schema = facts.of(nodeAt(`${node.pointer}/schema`).gaps);
  return markup`<li><code>${textAt(node, 'name')}</code> <span class="small">${where}</span>
${richText(node.description)}${facts.of(node.gaps)}${schema}</li>
`;
}

/** What a body holds, with the headers of a response: their descriptions, fields and facts. */
function content(pointer: string, facts: ObservedFacts): Markup | undefined {
  const node = nodeAt(pointer);
  if (Object.keys(node.value).length === 0) return undefined;
  const headers = Object.keys(serviceAt(`${node.pointer}/headers`)).map(name => {
    const header = nodeAt(node.pointer + pointerOf('headers', name));
    const observed = facts.of([...header.gaps, ...nodeAt(`${header.pointer}/schema`).gaps]);
    return markup`<li><code>${name}</code>${richText(header.description)}${observed}</li>`;
  });
  const bodies = Object.keys(serviceAt(`${node.pointer}/content`)).map(type => {
    const media = node.pointer + pointerOf('content', type);
    const { example } = serviceAt(media);
    const sample =
      example !== undefined &&
      markup`<details><summary>Example</summary>
<pre tabindex="0">${JSON.stringify(example, null, 2)}</pre></details>`;
    const fields = fieldsOf(`${media}/schema`, facts);
    return markup`<p class="small">${type}</p>${facts.of(nodeAt(media).gaps)}${fields}${sample}`;
  });
  return markup`${richText(node.description)}${facts.of(node.gaps)}${
    headers.length > 0 && markup`<p>Headers</p><ul>${headers}</ul>`
  }${bodies}`;
}

/** The pointers of the items of an array in the contract. */
function below(pointer: string): readonly string[] {
  const items = resolvePointer(service(), pointer);
  return Array.isArray(items) ? items.map((_, place) => `${pointer}/${place}`) : [];
}
