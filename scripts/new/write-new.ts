import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Insertion, type Names, RECIPES } from './recipes.ts'

/** The arguments are not usable; the message says why. */
export class NewRefused extends Error {}

/**
 * Writes the files of a new call, email, page, job or machine into the project, and its lines into the
 * project's lists.
 * @param typed as on the command line: 'rooms/list-rooms'
 * @returns the paths of new and of changed files, and what to do next
 * @throws NewRefused
 */
export function writeNew(root: string, kind: string, typed: string) {
  const recipe = RECIPES[kind]
  if (!recipe) throw new NewRefused(`There is no template for ${kind}.`)
  const names = namesOf(kind, typed)
  const files = Object.entries(recipe.files(names))
  const taken = files.find(([, path]) => existsSync(join(root, path)))
  if (taken) throw new NewRefused(`${taken[1]} exists already.`)
  const changed = new Map<string, string>()
  for (const insertion of recipe.insertions(names)) {
    const { file } = insertion
    changed.set(
      file,
      inserted(changed.get(file) ?? readFileSync(join(root, file), 'utf8'), insertion),
    )
  }
  for (const [template, path] of files) changed.set(path, filled(template, names))
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  format(root, [...changed.keys()])
  const written = files.map(([, path]) => path)
  const lists = [...changed.keys()].filter((path) => !written.includes(path))
  return { written, lists, next: recipe.next }
}

function namesOf(kind: string, typed: string): Names {
  const { folders = [''], argument = 'NAME' } = RECIPES[kind] ?? {}
  const [name = '', folder = '', ...rest] = typed.split('/').reverse()
  const isName = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
  const parts = folders === 'any' ? [folder, name] : [name]
  if (rest.length > 0 || !parts.every((part) => isName.test(part))) {
    throw new NewRefused(`Name it ${argument}, in small letters with hyphens: list-rooms.`)
  }
  if (folders !== 'any' && !folders.includes(folder)) {
    const [first] = argument.split('/')
    const known = `${first} is one of these: ${folders.join(', ')}.`
    throw new NewRefused(argument === first ? `Name it ${argument} alone.` : known)
  }
  const pascal = name.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase())
  const camel = pascal[0]?.toLowerCase() + pascal.slice(1)
  const snake = name.replaceAll('-', '_')
  const text = name.replaceAll('-', ' ')
  const words = text[0]?.toUpperCase() + text.slice(1)
  const handler = `${folder.split('.')[0]}.${snake}`
  return { name, folder, camel, pascal, snake, words, handler }
}

function filled(template: string, names: Names): string {
  const text = readFileSync(new URL(`templates/${template}.txt`, import.meta.url), 'utf8')
  const values: Readonly<Record<string, string>> = { ...names }
  return text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '')
}

function inserted(text: string, { file, after = '', before, text: added }: Insertion): string {
  const at = before === undefined ? text.indexOf(after) : text.lastIndexOf(before)
  if (at < 0) throw new Error(`${file} has no "${before ?? after}": see scripts/new/recipes.ts`)
  const place = before === undefined ? at + after.length : at
  return text.slice(0, place) + added + text.slice(place)
}

/** As the project is formatted, with imports in order. */
function format(root: string, paths: readonly string[]): void {
  const sources = paths.filter((path) => /\.tsx?$/.test(path))
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  execFileSync(process.execPath, [biome, 'check', '--write', ...sources], {
    cwd: root,
    stdio: 'pipe',
  })
}
