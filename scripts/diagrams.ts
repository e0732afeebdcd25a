import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { drawFlows } from './diagrams/files.ts'

// `npm run diagrams`: writes machines/README.md and machines/diagrams/*.svg from the machines.

for (const [path, contents] of await drawFlows()) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, contents)
  console.log(relative(process.cwd(), path))
}
