import type { Plugin } from 'vite'

/** For the browsers' build: leaves the machines' descriptions out, which only diagrams show. */
export function withoutStateDescriptions(): Plugin {
  return {
    name: 'without-state-descriptions',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/machines\/.+-(machine|states)\.ts$/ },
      handler: (code) => ({
        code: code.replaceAll(/\bdescription:\s*(['"]).*?\1,?/g, ''),
        map: null,
      }),
    },
  }
}
