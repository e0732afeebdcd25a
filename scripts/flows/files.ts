import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figures, LAYERS } from './figures.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'test-results', 'flows')

/** Keeps each layer's figures in a file of its own, for the end of `npm test`. */
export function keepFigures(figures: readonly Figures[]): void {
  mkdirSync(FOLDER, { recursive: true })
  for (const layer of LAYERS) {
    const own = figures.filter((one) => one.layer === layer)
    if (own.length > 0) writeFileSync(join(FOLDER, `${layer}.json`), JSON.stringify(own))
  }
}

/** What the layers have kept. */
export function keptFigures(): Figures[] {
  return LAYERS.map((layer) => join(FOLDER, `${layer}.json`))
    .filter((file) => existsSync(file))
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Figures[])
}
