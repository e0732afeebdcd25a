import { join } from 'node:path'
import type { Plugin } from 'vite'

/** For the development server: replaces `@xstate/react` with `inspection/xstate-react.ts`. */
export function inspectedMachines(root: string): Plugin {
  const wrapper = join(root, 'inspection/xstate-react.ts')
  return {
    name: 'inspected-machines',
    enforce: 'pre',
    apply: 'serve',
    resolveId: (source, importer) =>
      source === '@xstate/react' && importer !== wrapper ? wrapper : null,
  }
}
