import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { folderOf, LANGUAGES, type Language } from '#words/languages.ts'

/** Replaces `web/app/server-entry.tsx`: shows its input, and how often it has rendered. */
const SERVER_ENTRY = `
export function createRenderer({ template, siteUrl, data }) {
  let renders = 0
  return {
    paths: ['/', '/doctors', '/dashboard', '/dashboard/appointment/:id', '/legal/notice'],
    publicPaths: ['/', '/doctors', '/legal/notice'],
    pathsInEnglish: template.includes('lang="en"') ? [] : ['/dashboard/agenda'],
    pathsOfCalls: ['/legal/notice'],
    textFiles: async () => ({ '/robots.txt': 'User-agent: *', '/sitemap.xml': '<loc>' + siteUrl + '/about</loc>' + ((await data.clinic()).details.legal ?? []).map(({ page }) => page) }),
    async knownSearch(path, search) {
      const day = new URLSearchParams(search).get('day')
      return path === '/doctors' && day ? '?day=' + day : ''
    },
    async prefetch(path, search) {
      const { today } = await data.calendar()
      if (path === '/legal/notice') {
        const version = (await data.legalPage('notice'))?.version
        return { search, data: JSON.stringify(['version ' + version]), isMissing: !version }
      }
      if (path === '/') return { search, data: JSON.stringify([today]) }
      if (path !== '/doctors') return { search, data: '[]' }
      if (search === '?day=no-data') throw new Error('no data')
      const names = (await data.team()).map(({ name }) => name)
      return { search, data: JSON.stringify(names) }
    },
    async render(path, content) {
      if (content.search === '?day=never') throw new Error('not to be rendered')
      renders += 1
      return template.replace('content', [path + content.search, 'render ' + renders, content.data].join(', '))
    },
    shell: (path) => template.replace('content', path + ' in the browser'),
  }
}
`

export const SCRIPT = `console.log(${JSON.stringify('hi '.repeat(300))})`

/** Writes a minimal build of the site, as in `dist/web`, into `root`. */
export function writeBuiltSite(root: string): void {
  for (const language of LANGUAGES) writePages(join(root, folderOf(language)), language)
  mkdirSync(join(root, 'assets'), { recursive: true })
  const files: Record<string, string | Buffer> = {
    '.fingerprint': 'secret',
    'notes.md': 'secret',
    'site.webmanifest': '{"name": "Sprout"}',
    'assets/app-a1b2c3d4.js': SCRIPT,
    'assets/app-a1b2c3d4.js.br': brotliCompressSync(SCRIPT),
    'assets/app-a1b2c3d4.js.gz': gzipSync(SCRIPT),
    'assets/font-a1b2c3d4.woff2': 'font',
  }
  write(root, files)
}

/** The pages of a language. */
function writePages(folder: string, language: Language): void {
  for (const name of ['.vite', '.server']) mkdirSync(join(folder, name), { recursive: true })
  write(folder, {
    'index.html': `<!doctype html><html lang="${language}"><title>Sprout</title><p>content</p>${'<br>'.repeat(200)}`,
    '.vite/manifest.json': '{"secret": true}',
    '.server/server-entry.js': SERVER_ENTRY,
    '.server/package.json': '{"type": "module"}',
  })
}

function write(folder: string, files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}
