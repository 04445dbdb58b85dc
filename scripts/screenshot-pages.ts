/** A page with blocks of one kind, for a picture of them. */
interface BlockPage {
  slug: string;
  title: string;
  markdown: string;
}

const SVG = (color: string, words: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="180"><rect width="640" height="180" fill="${color}"/><text x="32" y="100" font-size="32" font-family="sans-serif" fill="white">${words}</text></svg>`;

/** Files that the pages show, by placeholder. */
export const FILES = [
  { ref: 'light', name: 'queue-light.svg', text: SVG('#1a56b8', 'Producer → queue → consumer') },
  { ref: 'dark', name: 'queue-dark.svg', text: SVG('#172a45', 'Producer → queue → consumer') },
  { ref: 'log', name: 'retries.csv', text: 'attempt,seconds\n1,1\n2,2\n3,4\n' },
];

const OPENAPI = `{
  "openapi": "3.0.3", "info": { "title": "Queues", "version": "1.0.0" },
  "paths": { "/queues/{queue}/messages": { "post": {
    "summary": "Send a message", "description": "The message waits in the queue until a consumer **acknowledges** it.",
    "parameters": [{ "name": "queue", "in": "path", "required": true, "description": "Name of the queue", "schema": { "type": "string" } }],
    "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Message" } } } },
    "responses": { "202": { "description": "It is in the queue" }, "429": { "description": "Too many messages at once" } }
  } } },
  "components": { "schemas": { "Message": { "type": "object", "required": ["body"], "properties": {
    "body": { "type": "string", "description": "What consumers get" },
    "delaySeconds": { "type": "integer", "description": "How long it waits before it can be read" } } } } }
}`;

/** The specification whose operation a page shows. */
export const SPECIFICATION = { slug: 'queues', text: OPENAPI };

export const PAGES: readonly BlockPage[] = [
  {
    slug: 'blocks-figures',
    title: 'Figures',
    markdown: `A picture by colour scheme, with a caption:

<figure><picture><source srcset="file:dark" media="(prefers-color-scheme: dark)"><img src="file:light" alt="A message goes from a producer through a queue to a consumer"></picture><figcaption><p>How a message travels</p></figcaption></figure>

{% file src="file:log" %}
Delays of the first attempts
{% endfile %}

{% embed url="https://videos.example/queues" %}
A tour of queues in three minutes
{% endembed %}
`,
  },
  {
    slug: 'blocks-cards',
    title: 'Cards and buttons',
    markdown: `<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td><strong>Send</strong></td><td>Put a first message into a queue.</td><td><a href="https://docs.example/send">send</a></td><td><a href="file:light">queue.svg</a></td></tr><tr><td><strong>Receive</strong></td><td>Read it, and acknowledge it.</td><td><a href="https://docs.example/receive">receive</a></td><td></td></tr><tr><td><strong>Retry</strong></td><td>What happens when nobody does.</td><td><a href="https://docs.example/retry">retry</a></td><td></td></tr></tbody></table>

<a href="https://app.example/start" class="button primary">Create a queue</a> <a href="https://docs.example/plans" class="button secondary">Compare plans</a>
`,
  },
  {
    slug: 'blocks-tables',
    title: 'Tables',
    markdown: `<table><thead><tr><th width="180">Plan</th><th data-type="checkbox">Dead letters</th><th data-type="rating" data-max="5">Speed</th><th>Region</th></tr></thead><tbody><tr><td><strong>Starter</strong></td><td>false</td><td>2</td><td><span data-option="eu">Europe</span></td></tr><tr><td><strong>Team</strong></td><td>true</td><td>4</td><td><span data-option="any">Any</span></td></tr></tbody></table>

| Attempt | Waits |
| --- | ---: |
| 1 | 1 s |
| 2 | 2 s |
`,
  },
  {
    slug: 'blocks-tabs',
    title: 'Tabs and code',
    markdown: `{% tabs %}
{% tab title="JavaScript" %}
{% code title="send.js" lineNumbers="true" %}
\`\`\`js
await queue.send({ body: 'Hello' });
\`\`\`
{% endcode %}
{% endtab %}

{% tab title="Python" %}
\`\`\`python
queue.send(body="Hello")
\`\`\`
{% endtab %}
{% endtabs %}

<details>

<summary>Why is the message not there at once?</summary>

It waits for \`delaySeconds\`.

</details>

Press <kbd>Ctrl</kbd> + <kbd>C</kbd> to stop. <mark style="color:red;">Never</mark> share the key.
`,
  },
  {
    slug: 'blocks-hints',
    title: 'Hints, steps and columns',
    markdown: `{% hint style="info" %}
A queue keeps a message for four days.
{% endhint %}

{% hint style='warning' %}
Acknowledge a message before you read the next one.
{% endhint %}

{% stepper %}
{% step %}
### Create a queue

Choose a name.
{% endstep %}

{% step %}
### Send a message

Anything up to 256 KB.
{% endstep %}
{% endstepper %}

{% columns %}
{% column width="60%" %}
**At least once.** A message may come twice.
{% endcolumn %}

{% column %}
**In order.** Only within a group.
{% endcolumn %}
{% endcolumns %}
`,
  },
  {
    slug: 'blocks-math',
    title: 'Formulas',
    markdown: `The delay before attempt $$n$$ is

$$
d_n = \\min\\left(d_{max}, d_0 \\cdot 2^{\\,n-1}\\right) + \\frac{r}{2}
$$

with a random $$r \\in [0, d_0]$$.
`,
  },
  {
    slug: 'blocks-openapi',
    title: 'Operations',
    markdown: `{% openapi-operation spec="queues" path="/queues/{queue}/messages" method="post" %}
[The specification](https://api.example/openapi.json)
{% endopenapi-operation %}

{% prompt description="Ask an assistant" %}
Write a consumer that acknowledges each message once.
{% endprompt %}
`,
  },
  {
    slug: 'blocks-updates',
    title: 'Updates',
    markdown: `{% updates format="full" %}
{% update date="2026-02-03" tags="queues,new" %}
## Delayed messages

A message can wait for up to fifteen minutes.
{% endupdate %}

{% update date="2026-01-12" tags="fix" %}
## Dead letters keep their headers

They were lost on the way.
{% endupdate %}
{% endupdates %}

{% if visitor.claims.beta %}
Groups of queues are in beta for you.
{% endif %}
`,
  },
];
