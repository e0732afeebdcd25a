import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, normalize } from 'node:path'

const IMPORT = /^(?:import|export) ([\w*{][^'"()]*? from )?['"]([^'"]+)['"]/gm

/**
 * Every module that these files import statically, sources or built; type-only imports do not count.
 * @throws when a file is missing
 */
export function loadedBy(entries: readonly string[]) {
  const [files, packages] = [new Set<string>(), new Set<string>()]
  const visit = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    if (!/\.[jt]s$/.test(file)) return
    const code = readFileSync(file, 'utf8')
    for (const [, names = '', source = ''] of code.matchAll(IMPORT)) {
      if (names.startsWith('type ')) continue
      if (source.startsWith('#')) visit(source.slice(1))
      else if (source.startsWith('.')) visit(normalize(join(dirname(file), source)))
      else if (!isBuiltin(source)) packages.add(packageOf(source))
    }
  }
  for (const entry of entries) visit(entry)
  for (const file of files)
    if (!existsSync(file)) throw new Error(`${file} is imported, but not there`)
  return { files, packages }
}

/** The package of an import: `@scope/name/part` → `@scope/name`. */
export function packageOf(source: string): string {
  return /^(@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? source
}
