import { brand } from '@kindling/protocol/brand';
import { html } from 'hono/html';
import type { JsonSchema } from './component-schemas.ts';
import type { DescribedOperation, OpenApiDocument } from './create-openapi.ts';
import { curlExample } from './reference-example.ts';
import { describeType, fieldList, nameAnswer } from './reference-fields.ts';

type Html = ReturnType<typeof html>;

interface Entry extends DescribedOperation {
  readonly method: string;
  readonly path: string;
}

/** The document as a page for people: no script, everything is in it. */
export function referencePage(document: OpenApiDocument): Html {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      ...one,
      method: method.toUpperCase(),
      path,
    })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    entries: entries.filter((one) => one.tags.includes(name)),
  }));
  const { schemas } = document.components;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${brand.name} API reference</title>
<link rel="stylesheet" href="/docs/reference.css">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
<header>
<p class="brand"><a href="/">${brand.name}</a></p>
<h1>API reference</h1>
<p>${entries.length} operations. Every request carries <code>Authorization: Bearer &lt;key&gt;</code>;
the first start wrote a private key to <code>data/private-key</code>.
Refusals are JSON with <code>code</code>, <code>message</code>, the <code>fields</code> that did not fit, and <code>requestId</code>.
The same as data: <a href="/openapi.json">openapi.json</a>.</p>
<p>In the examples <code>$KINDLING</code> is the address of this server, <code>$KEY</code> a key; ids are to be your own.</p>
<search id="find" hidden><form action="/docs"><label for="words">Find an operation</label>
<input id="words" name="q" type="search" autocomplete="off" spellcheck="false"></form>
<p id="found" role="status"></p></search>
</header>
<nav aria-label="Resources"><ul>${groups.map(
    ({ name }) => html`<li><a href="#${name}">${titleOf(name)}</a></li>`,
  )}</ul></nav>
<main id="operations">${groups.map(
    (group) => html`<section id="${group.name}" aria-labelledby="${group.name}-title">
<h2 id="${group.name}-title">${titleOf(group.name)}</h2>
${group.entries.map((one) => operation(one, schemas))}
</section>`,
  )}</main>
</body>
</html>`;
}

function operation(one: Entry, schemas: Readonly<Record<string, JsonSchema>>): Html {
  const taken = bodyOf(one);
  const successes = Object.entries(one.responses).filter(([status]) => status.startsWith('2'));
  // What is streamed instead comes before it; its events are described elsewhere.
  const success = successes.at(-1);
  const answered = success === undefined ? null : contentOf(success[1]);
  const fields = answered === null ? '' : fieldList(answered, schemas);
  const example = curlExample(one);
  const refusals = Object.keys(one.responses).filter((status) => Number(status) >= 400);
  return html`<article id="${one.operationId}">
<h3><a href="#${one.operationId}"><code class="method ${one.method.toLowerCase()}">${one.method}</code> <code>${one.path}</code></a></h3>
<p>${withCode(one.summary)}.</p>
<p class="who"><code>${one.operationId}</code> · ${one.description}</p>
${
  one.parameters.length === 0
    ? ''
    : html`<h4>Parameters</h4><dl>${one.parameters.map(
        (
          parameter,
        ) => html`<div><dt><code>${parameter.name}</code> <em>${parameter.in}${parameter.required ? ', required' : ''}</em></dt>
<dd>${describeType(parameter.schema, schemas)}${parameter.description === undefined ? '' : `. ${parameter.description}`}</dd></div>`,
      )}</dl>`
}
${taken === null ? '' : html`<h4>Body</h4>${fieldList(taken, schemas) || html`<p>${describeType(taken, schemas)}</p>`}`}
${example === null ? '' : html`<h4>Example</h4><pre><code>${example}</code></pre>`}
<h4>Answer ${success?.[0] ?? ''}${successes.length > 1 ? ', or 200 and a stream of events' : ''}</h4>
${
  answered === null
    ? html`<p>Nothing.</p>`
    : fields === ''
      ? html`<p>${nameAnswer(answered, schemas)}</p>`
      : html`<details><summary>${nameAnswer(answered, schemas)}</summary>${fields}</details>`
}
<p class="who">Refused with ${refusals.slice(0, -1).join(', ')} or ${refusals.at(-1)}.</p>
</article>`;
}

/** What stands between backticks is code. */
function withCode(text: string): (Html | string)[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

function bodyOf({ requestBody }: DescribedOperation): JsonSchema | null {
  return requestBody === undefined ? null : contentOf(requestBody);
}

function contentOf(part: JsonSchema): JsonSchema | null {
  const content = part.content as Record<string, { schema: JsonSchema }> | undefined;
  return Object.values(content ?? {})[0]?.schema ?? null;
}

function titleOf(tag: string): string {
  const words = tag.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
