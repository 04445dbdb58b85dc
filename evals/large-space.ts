import { ORGANIZATION, type World } from './world.ts';

/** Title of the large space, the documentation of an invented tool. */
export const LARGE_SPACE = 'Harbor Manual';

interface NewPage {
  title: string;
  markdown: string;
}

interface PageGroup extends NewPage {
  pages: NewPage[];
}

const PAGES_PER_CHANGE = 40;

/** Builds the large space, 167 pages in eight groups, and publishes it. */
export async function publishLargeSpace(world: World): Promise<string> {
  const space = await world.api('POST', `/orgs/${ORGANIZATION}/spaces`, { title: LARGE_SPACE });
  for (const group of groups()) {
    const insert = ({ title, markdown }: NewPage, into?: string) => ({
      operation: 'insert_page',
      title,
      document: { markdown },
      ...(into !== undefined && { into }),
    });
    await world.publish(space.id, group.title, [insert(group)]);
    const into = (await world.pages(space.id)).get(slug(group.title)).id;
    for (let from = 0; from < group.pages.length; from += PAGES_PER_CHANGE) {
      const part = group.pages.slice(from, from + PAGES_PER_CHANGE);
      await world.publish(
        space.id,
        `${group.title}: ${part[0]?.title} …`,
        part.map((page) => insert(page, into)),
      );
    }
  }
  const empty = (await world.pages(space.id)).get('page');
  await world.publish(space.id, 'Begin', [{ operation: 'delete_page', page: empty.id }]);
  return space.id;
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

const OBJECTS = ['berth', 'cargo', 'dock', 'fleet', 'manifest', 'pilot', 'route', 'signal'];
const ACTIONS = ['create', 'list', 'describe', 'update', 'delete'];
const CONNECTORS = [
  ...['Amber', 'Basalt', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite', 'Heron', 'Indigo'],
  ...['Juniper', 'Kestrel', 'Lagoon', 'Marble', 'Nimbus', 'Onyx', 'Pewter', 'Quartz', 'Raven'],
  ...['Sable', 'Tundra', 'Umber', 'Velvet', 'Willow', 'Xenon'],
];
const SETTINGS = [
  ...['cache', 'logging', 'network', 'proxy', 'quota', 'registry', 'retention', 'scheduler'],
  ...['secrets', 'storage', 'telemetry', 'timeouts', 'tracing', 'webhooks', 'workers', 'zones'],
];
const TOPICS = [
  ...['Back up a fleet', 'Blue and green docks', 'Canary routes', 'Chargeback reports'],
  ...['Cold start a region', 'Drain a dock', 'Encrypt cargo at rest', 'Import manifests'],
  ...['Join two fleets', 'Limit pilots', 'Mirror a registry', 'Move cargo between regions'],
  ...['Observe a route', 'Plan capacity', 'Recover a berth', 'Rotate credentials'],
  ...['Run without internet', 'Scale workers', 'Schedule maintenance', 'Test a manifest'],
];
const SYMPTOMS = [
  ...['Berth stays pending', 'Cargo is rejected', 'Console shows old data', 'Dock refuses pilots'],
  ...['Fleet is read-only', 'Manifest does not validate', 'Pilot loops', 'Proxy answers 407'],
  ...['Registry is slow', 'Route flaps', 'Signal never arrives', 'Workers exit with code 12'],
];

function groups(): PageGroup[] {
  return [
    group('Getting started', ['Install', 'First fleet', 'Concepts', 'Upgrade'].map(introduction)),
    group(
      'Command line',
      OBJECTS.flatMap((object) => ACTIONS.map((action) => command(object, action))),
    ),
    group('Connectors', CONNECTORS.map(connector)),
    group('Configuration', [...SETTINGS.map(setting), reference()]),
    group(
      'REST API',
      OBJECTS.flatMap((object) =>
        ['Read', 'Write', 'Events'].map((part) => endpoint(object, part)),
      ),
    ),
    group('Guides', TOPICS.map(guide)),
    group('Problems', SYMPTOMS.map(problem)),
    group(
      'Releases',
      Array.from({ length: 18 }, (_, index) => release(index)),
    ),
  ];
}

function group(title: string, pages: NewPage[]): PageGroup {
  return { title, pages, markdown: `What ${title.toLowerCase()} has, page by page.\n` };
}

function introduction(title: string, index: number): NewPage {
  return {
    title,
    markdown: `Harbor moves cargo between docks. This page is part ${index + 1} of the introduction.

## Before you begin

You need an account on https://console.harbor.example.com and the command line, version 6 or later.

\`\`\`sh
curl -fsSL https://get.harbor.example.com/install.sh | sh
harbor login --console https://console.harbor.example.com
\`\`\`

## Next steps

Continue with the command line, or read how connectors work.
`,
  };
}

function command(object: string, action: string): NewPage {
  const needsHint = action === 'create' || action === 'update';
  return {
    title: `harbor ${object} ${action}`,
    markdown: `Use \`harbor ${object} ${action}\` to ${action} a ${object}.

## Synopsis

\`\`\`sh
harbor ${object} ${action} NAME${needsHint ? ' --region-hint eu-north' : ''} --output json
\`\`\`

## Options

| Option | Meaning | Default |
| --- | --- | --- |
${needsHint ? '| `--region-hint` | Region that is tried first | none |\n' : ''}| \`--output\` | \`json\`, \`yaml\` or \`table\` | \`table\` |
| \`--wait\` | Seconds to wait for the ${object} | 30 |

## Exit codes

The command exits with 0 on success, 4 where the ${object} does not exist and 12 where a worker is gone.
${needsHint ? '\nA region hint is advice: Harbor may place the cargo elsewhere when the region is full.\n' : ''}`,
  };
}

function connector(name: string, index: number): NewPage {
  return {
    title: `${name} connector`,
    markdown: `The ${name} connector copies cargo from ${name} into a dock.

## Set up

1. Create a key in ${name}.
2. Register it: \`harbor connector add ${name.toLowerCase()} --endpoint https://relay.harbor.example.com/${name.toLowerCase()}\`.
3. Start the first synchronisation in the console.

{% hint style="info" %}
The first synchronisation of ${name} reads everything and takes ${20 + index} minutes or longer.
{% endhint %}

## Limits

| Limit | Value |
| --- | --- |
| Objects per minute | ${600 + index * 10} |
| Size of an object | ${index % 3 === 0 ? '256 MB' : '128 MB'} |
`,
  };
}

function setting(name: string, index: number): NewPage {
  return {
    title: `${name[0]?.toUpperCase()}${name.slice(1)} settings`,
    markdown: `Settings of ${name} stand under \`${name}:\` in \`harbor.yaml\`.

\`\`\`yaml
${name}:
  enabled: true
  interval: ${10 + index}s
  endpoint: https://${index < 4 ? 'relay' : 'api'}.harbor.example.com/${name}
\`\`\`

## Keys

| Key | Type | Default |
| --- | --- | --- |
| \`enabled\` | boolean | \`true\` |
| \`interval\` | duration | \`${10 + index}s\` |
| \`endpoint\` | address | the relay |

## When it takes effect

A change takes effect when the workers have read it, within one interval.
`,
  };
}

/** One page of about 60 KB: every key of the configuration. */
function reference(): NewPage {
  const keys = SETTINGS.flatMap((name) =>
    ['batch', 'burst', 'depth', 'limit', 'retries', 'window'].map((key, index) => {
      const value = ((name.length * 7 + index * 13) % 90) + 5;
      return `### \`${name}.${key}\`

Sets the ${key} of ${name}. Workers read it at the start and whenever \`harbor.yaml\` changes, so a restart is not needed. A value that is too small makes ${name} wait, one that is too large makes other parts of Harbor wait for ${name}; change it in small steps and watch the queue of the workers for ten minutes after each.

| Type | Default | Range | Unit |
| --- | --- | --- | --- |
| integer | ${value} | 1 to ${value * 10} | ${key === 'window' ? 'seconds' : 'items'} |

\`\`\`yaml
${name}:
  ${key}: ${value}
\`\`\`
`;
    }),
  );
  return {
    title: 'Configuration reference',
    markdown: `Every key of \`harbor.yaml\`, in the order of its sections.\n\n## Keys\n\n${keys.join('\n')}`,
  };
}

function endpoint(object: string, part: string): NewPage {
  return {
    title: `${part} ${object}s`,
    markdown: `${part === 'Events' ? `Follow what happens to ${object}s.` : `${part} ${object}s over HTTP.`}

\`\`\`http
${part === 'Write' ? 'POST' : 'GET'} /v6/${object}s${part === 'Events' ? '/events' : ''} HTTP/1.1
Host: api.harbor.example.com
Authorization: Bearer $HARBOR_TOKEN
\`\`\`

## Answers

| Status | Meaning |
| --- | --- |
| 200 | Done |
| 404 | There is no such ${object} |
| 429 | More than 300 requests in a minute |

## Pagination

Lists have 50 items a page; \`next\` names the following one.
`,
  };
}

function guide(title: string, index: number): NewPage {
  return {
    title,
    markdown: `How to: ${title.toLowerCase()}. It takes about ${15 + index * 5} minutes.

## Steps

1. Read the current state: \`harbor fleet describe production\`.
2. Announce the work in the console.
3. Do it during the weekly window, Tuesday 06:00 to 08:00 UTC.
4. Watch the workers until the queue is empty.

## Undo

Run \`harbor fleet update production --revert\` within 24 hours. After that, restore the last backup.
`,
  };
}

function problem(title: string, index: number): NewPage {
  return {
    title,
    markdown: `## Symptoms

${title}. The log of the worker shows code ${100 + index}.

## Cause

Most often a worker lost its lease while the relay was restarted.

## What to do

1. Run \`harbor signal list --since 1h\` and look for code ${100 + index}.
2. Restart the worker.
3. If it happens again, write to support@harbor.example.com and attach the log.
`,
  };
}

function release(index: number): NewPage {
  const minor = 18 - index;
  return {
    title: `Release 6.${minor}`,
    markdown: `Released in week ${2 * minor} of the year.

## Changes

* The command line starts ${minor % 4 === 0 ? 'twice as fast' : 'faster'}.
* ${CONNECTORS[index % CONNECTORS.length]} connector: fewer requests for unchanged cargo.
* Fixed: code ${100 + (index % 12)} was logged without the name of the worker.
`,
  };
}
