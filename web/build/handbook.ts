import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { HandbookBlock, HandbookPage, HandbookSpan } from '#web/desk/help/handbook.ts'
import type { HandbookTask } from '#web/desk/workspace/handbook-tasks.ts'

/** A block as it is written: an image still has the path of its file. */
type WrittenBlock =
  | Exclude<HandbookBlock, { kind: 'image' }>
  | { kind: 'image'; file: string; alt: string }

type WrittenPage = Omit<HandbookPage, 'blocks'> & { blocks: WrittenBlock[] }

/**
 * Reads a page of docs/handbook: its title, and a heading with paragraphs, numbered steps and images for each task.
 * Strong text is what a screen calls a button, page or field.
 * @throws when the page has anything else
 */
export function readHandbook(text: string): WrittenPage {
  const [title, ...tokens] = lexer(text).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading') throw new Error('The page does not begin with its title')
  return { title: title.text, blocks: tokens.map(blockOf) }
}

function blockOf(token: Token): WrittenBlock {
  switch (token.type) {
    case 'heading':
      return { kind: 'heading', id: idOf(token.text), text: token.text }
    case 'paragraph': {
      const [image, ...others] = token.tokens ?? []
      if (image?.type === 'image' && others.length === 0) {
        return { kind: 'image', file: image.href, alt: image.text }
      }
      return { kind: 'paragraph', spans: spansOf(token.tokens) }
    }
    case 'list':
      return {
        kind: 'steps',
        items: (token as Tokens.List).items.map(({ tokens: [line] }) =>
          spansOf(line && 'tokens' in line ? line.tokens : undefined),
        ),
      }
    default:
      throw new Error(`The handbook has no place for: ${token.raw}`)
  }
}

function spansOf(tokens: Token[] = []): HandbookSpan[] {
  return tokens.map((token) => {
    if (token.type === 'text') return token.raw.replaceAll('\n', ' ')
    if (token.type === 'strong') return { label: token.raw.slice(2, -2).replaceAll('\n', ' ') }
    throw new Error(`The handbook has no place for: ${token.raw}`)
  })
}

const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, '')
    .replaceAll(' ', '-')

/** The tasks of a page, with the words of their steps. */
function tasksOf(page: string, { blocks }: WrittenPage): HandbookTask[] {
  const tasks: HandbookTask[] = []
  for (const block of blocks) {
    const last = tasks.at(-1)
    if (block.kind === 'heading') {
      tasks.push({ page: page as HandbookTask['page'], id: block.id, title: block.text, steps: '' })
    } else if (last && block.kind !== 'image') {
      const lines = block.kind === 'steps' ? block.items : [block.spans]
      last.steps = [last.steps, ...lines.map(plainText)].join(' ').trim()
    }
  }
  return tasks
}

const plainText = (spans: readonly HandbookSpan[]) =>
  spans.map((span) => (typeof span === 'string' ? span : span.label)).join('')

const PAGES = join(import.meta.dirname, '../../docs/handbook')
const TASKS = 'virtual:handbook-tasks'

/**
 * Compiles the pages of docs/handbook to modules, with their images as files of the build, and the list of
 * their tasks to the module `virtual:handbook-tasks`.
 */
export function handbook(): Plugin {
  return {
    name: 'handbook',
    enforce: 'pre',
    resolveId: {
      filter: { id: new RegExp(`^${TASKS}$`) },
      handler: () => `\0${TASKS}`,
    },
    load: {
      filter: { id: new RegExp(`${TASKS}$`) },
      handler() {
        const files = globSync('*.md', { cwd: PAGES }).map((name) => join(PAGES, name))
        const tasks = files.flatMap((file) => {
          this.addWatchFile(file)
          return tasksOf(basename(file, '.md'), readHandbook(readFileSync(file, 'utf8')))
        })
        return { code: `export default ${JSON.stringify(tasks)}`, moduleType: 'js' }
      },
    },
    transform: {
      filter: { id: /\/docs\/handbook\/\w+\.md$/ },
      async handler(text, id) {
        // Tests that show no page of it do not load it.
        const { default: sharp } = await import('sharp')
        const { title, blocks } = readHandbook(text)
        const imports: string[] = []
        const compiled = blocks.map(async (block) => {
          if (block.kind !== 'image') return JSON.stringify(block)
          const { file, ...image } = block
          const path = join(dirname(id), file)
          const name = `image${imports.push(path)}`
          const { width, height } = await sharp(path).metadata()
          return `{ ...${JSON.stringify({ ...image, width, height })}, src: ${name} }`
        })
        const list = (await Promise.all(compiled)).join(',\n')
        const head = imports.map((path, at) => `import image${at + 1} from ${JSON.stringify(path)}`)
        const page = `export default { title: ${JSON.stringify(title)}, blocks: [${list}] }`
        return { code: [...head, page].join('\n'), map: null, moduleType: 'js' }
      },
    },
  }
}
