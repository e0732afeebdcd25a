import type { Plugin } from 'vite'

/**
 * Sonner writes its styles into a `<style>` element when it is imported, which the
 * content security policy refuses. This takes that call out; `components/toaster.tsx`
 * imports the same rules as a stylesheet (`sonner/dist/styles.css`).
 * Throws when Sonner no longer makes the call, so that an update cannot bring it back unseen.
 */
export function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'sonner-without-inline-style',
    transform: {
      filter: { id: /sonner\/dist\/index\.mjs$/ },
      handler(code) {
        const withoutCall = code.replace(/^__insertCSS\(".*"\);?$/m, '')
        if (withoutCall === code) this.error('sonner no longer calls __insertCSS: drop this plugin')
        return { code: withoutCall, map: null }
      },
    },
  }
}
