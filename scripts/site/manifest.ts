import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'

/** Reads Vite's manifest of a finished client build. */
export function readManifest(root: string): Manifest {
  return JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8')) as Manifest
}

/**
 * The files that the browser fetches for `module` (its key in the manifest, a path from `web/`)
 * before it runs: its own chunk and everything that it imports statically.
 */
export function staticGraph(manifest: Manifest, module: string): { js: string[]; css: string[] } {
  const js = new Set<string>()
  const css = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the manifest of the build`)
    if (js.has(chunk.file)) return
    js.add(chunk.file)
    for (const file of chunk.css ?? []) css.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(module)
  return { js: [...js], css: [...css] }
}
