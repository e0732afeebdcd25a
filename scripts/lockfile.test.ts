import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface LockedPackage {
  version?: string
  optionalDependencies?: Record<string, string>
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
)

/** The folders in which Node would look for a dependency of the package at `path`. */
function lookupFolders(path: string): string[] {
  const steps = path.split('/node_modules/')
  return steps.map((_, index) => steps.slice(0, steps.length - index).join('/node_modules/'))
}

describe('package-lock.json', () => {
  // npm leaves out optional packages that a registry mirror does not hold, and npm ci then
  // refuses the lock on every machine.
  it('has an entry for every optional dependency, also of other platforms', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) =>
          ![...lookupFolders(path).map((folder) => `${folder}/`), ''].some(
            (folder) => packages[`${folder}node_modules/${name}`],
          ),
      ),
    )
    expect(missing).toEqual([])
  })
})
