import { EVENT_KINDS } from '#contract/audit/events.ts'
import type { CallGroup } from '#contract/calls/calls.ts'
import { SUBSCRIPTIONS } from '#drizzle/subscriptions.ts'
import { LANGUAGES } from '#words/languages.ts'

/** The names for the templates: `{{camel}}`. */
export interface Names {
  /** 'list-rooms' */
  name: string
  /** The part before the slash: the noun of a call, the event of a job. */
  folder: string
  camel: string
  pascal: string
  snake: string
  /** 'List rooms' */
  words: string
  /** For a job: 'image.forget_colors'. */
  handler: string
}

/** Lines to insert into one of the project's lists. */
export interface Insertion {
  file: string
  /** Inserted directly after the first of these texts, or before the last ('': at the end); otherwise at the start. */
  after?: string
  before?: string
  text: string
}

interface Recipe {
  /** Its name on the command line. */
  argument: string
  /** The possible parts before the slash; absent when there is no slash. */
  folders?: readonly string[] | 'any'
  /** The paths of the files by their templates. */
  files: (names: Names) => Record<string, string>
  insertions: (names: Names) => Insertion[]
  /** What to do next. */
  next: string
}

const GROUPS: Readonly<Record<string, CallGroup>> = {
  booking: 'booking',
  series: 'booking',
  waitlist: 'booking',
  contact: 'people',
  guardians: 'people',
  identity: 'people',
  'calendar-feeds': 'desk',
  families: 'desk',
  'front-desk': 'desk',
  notifications: 'desk',
  payments: 'money',
}

/** Imports come first; Biome sorts them. */
const imports = (file: string, text: string): Insertion => ({ file, text: `${text}\n` })

const CALLS = 'contract/calls/calls.ts'
const CALL_NAMES = 'server/http/call-names.ts'

const call: Recipe = {
  argument: 'NOUN/NAME',
  folders: 'any',
  files: ({ folder, name }) => ({
    'call-declaration': `contract/${folder}/${name}-calls.ts`,
    'call-route': `server/routes/${folder}/${name}.ts`,
    'call-test': `server/routes/${folder}/${name}.test.ts`,
  }),
  insertions({ folder, name, camel, words }) {
    const group = GROUPS[folder] ?? 'clinic'
    const route = `GET /${name}`
    return [
      imports(CALLS, `import * as ${camel} from '../${folder}/${name}-calls.ts'`),
      { file: CALLS, after: `  ${group}: [`, text: `${camel}, ` },
      imports(CALL_NAMES, `import * as ${camel} from '#contract/${folder}/${name}-calls.ts'`),
      {
        file: CALL_NAMES,
        after: 'const NOUNS: Readonly<Record<string, object>> = {',
        text: `'${name}': ${camel}, `,
      },
      imports('server/app.ts', `import { ${camel}Routes } from './routes/${folder}/${name}.ts'`),
      {
        file: 'server/app.ts',
        after: 'const ROUTES: readonly Routes[] = [',
        text: `${camel}Routes, `,
      },
      {
        file: `tests/load/costs/${group}.ts`,
        after: `CostsOf<'${group}'> = {`,
        text: `'${route}': {}, `,
      },
      {
        file: 'server/access.test.ts',
        after: 'const TABLE: Row[] = [',
        text: `['${route}', staff(200)], `,
      },
      {
        file: 'docs/requirements.md',
        after: '| call | who | answer |\n|---|---|---|\n',
        text: `| \`${route}\` | staff | ${words} |\n`,
      },
    ]
  },
  next: 'Move its lines in docs/requirements.md and server/access.test.ts to their neighbors.',
}

const CONTRACT = 'contract/notifications/notifications.ts'
const KINDS = 'domain/notifications/kinds/email-kinds.ts'

const email: Recipe = {
  argument: 'GROUP/NAME',
  folders: ['appointment', 'money', 'people', 'waitlist'],
  files: ({ folder, name }) => ({
    'email-kind': `domain/notifications/kinds/${folder}/${name}.ts`,
    'email-test': `domain/notifications/kinds/${folder}/${name}.test.ts`,
  }),
  insertions: ({ folder, name, camel, pascal, snake, words }) => [
    {
      file: CONTRACT,
      before: '}\nexport type NotificationKind',
      text: `  ${snake}: kind('${words}', {}),\n`,
    },
    imports(KINDS, `import { ${camel} } from './${folder}/${name}.ts'`),
    { file: KINDS, after: 'const LIST = {', text: ` ${snake}: ${camel},` },
    ...LANGUAGES.map((language) => ({
      file: `words/${language}/emails/${folder}.ts`,
      before: '',
      text: `\nexport const about${pascal} = 'About ${words}'\n`,
    })),
  ],
  next: 'Its words are in words/en/emails; translate them in the other languages. An email about one appointment moves up to appointmentKinds in the contract, and notifyFamily writes it.',
}

const WINGS = {
  family: { frame: "area: 'dashboard', access: 'user'", who: 'logged in' },
  desk: { frame: "area: 'workspace', access: 'staff'", who: 'staff' },
}

const page: Recipe = {
  argument: 'WING/NAME',
  folders: Object.keys(WINGS),
  files: ({ folder, name }) => ({
    page: `web/${folder}/${name}/${name}-page.tsx`,
    'page-test': `web/${folder}/${name}/${name}-page.test.tsx`,
  }),
  insertions({ folder, name, words }) {
    const { frame, who } = folder === 'family' ? WINGS.family : WINGS.desk
    return [
      {
        file: 'web/app/pages.ts',
        after: `...framed({ ${frame} }, [`,
        text: `\n{ path: '/dashboard/${name}',\ntitle: '${words}', load: () => import('../${folder}/${name}/${name}-page.tsx') },`,
      },
      {
        file: 'docs/requirements.md',
        after: '| path | who | content |\n|---|---|---|\n',
        text: `| \`/dashboard/${name}\` | ${who} | ${words} |\n`,
      },
    ]
  },
  next: 'Lead to it: from the menu of its wing, or from another page.',
}

const SUBSCRIBED = 'drizzle/subscriptions.ts'
const REGISTRY = 'workers/jobs/registry.ts'

const job: Recipe = {
  argument: 'EVENT/NAME',
  folders: EVENT_KINDS,
  files: ({ name }) => ({
    job: `workers/jobs/${name}.ts`,
    'job-test': `workers/jobs/${name}.test.ts`,
  }),
  insertions: ({ folder, name, camel, handler }) => [
    imports(REGISTRY, `import { ${camel} } from './${name}.ts'`),
    { file: REGISTRY, after: '    handlers: [', text: `${camel}(), ` },
    folder in SUBSCRIPTIONS
      ? { file: SUBSCRIBED, after: `  '${folder}': [`, text: `'${handler}', ` }
      : {
          file: SUBSCRIBED,
          after: 'export const SUBSCRIPTIONS = {',
          text: `'${folder}': ['${handler}'], `,
        },
  ],
  next: 'It gets what it needs as an argument from productRegistry.',
}

const machine: Recipe = {
  argument: 'NAME',
  files: ({ name }) => ({
    machine: `machines/${name}/${name}-machine.ts`,
    'machine-test': `machines/${name}/${name}-machine.test.ts`,
    'machine-walks': `machines/testing/${name}/${name}-walks.ts`,
    'machine-model': `machines/testing/${name}/${name}-model.ts`,
    'machine-driver': `machines/testing/${name}/${name}-driver.ts`,
  }),
  insertions({ name, camel, pascal, words }) {
    const flows = 'machines/testing/flows.ts'
    const models = 'machines/testing/models.ts'
    return [
      imports(flows, `import { ${camel}Machine } from '#machines/${name}/${name}-machine.ts'`),
      imports(flows, `import { ${camel}Walks } from '#machines/testing/${name}/${name}-walks.ts'`),
      {
        file: flows,
        before: ']\n',
        text: `  {\nname: '${name}', title: '${words}', machine: ${camel}Machine, walks: (options) => ${camel}Walks(options) },\n`,
      },
      imports(models, `import { walk${pascal}Machine } from './${name}/${name}-model.ts'`),
      { file: models, before: '}\n', text: `  '${name}': walk${pascal}Machine,\n` },
    ]
  },
  next: 'Follow "Changing a flow" in CONTRIBUTING.md.',
}

export const RECIPES: Readonly<Record<string, Recipe>> = { call, email, page, job, machine }
