import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedFiles } from './chunk-groups.ts'
import { machinesWithoutDescriptions } from './descriptions-plugin.ts'
import { sonnerWithoutInlineStyle } from './styles/sonner-plugin.ts'

// What is built runs on Preact, which takes 7 kB where React takes 69: the pages need none of the
// difference, and a phone does. Development and the tests in jsdom stay with React and its
// warnings; the tests in Chromium run what is built.
const preact = { react: 'preact/compat', 'react-dom': 'preact/compat' }

export default defineConfig(({ command, isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), sonnerWithoutInlineStyle(), machinesWithoutDescriptions()],
  resolve: { alias: command === 'build' ? preact : {} },
  // Prerendered by the same library that takes the pages over in the browser.
  ssr: { noExternal: command === 'build' || undefined },
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // A data: URI cannot be cached, and would put pictures into the scripts.
    assetsInlineLimit: 0,
    // Every supported browser knows modulepreload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // The router looks for functions of React that it can do without.
      checks: { importIsUndefined: false },
      // Drawing a page on the server takes its modules one by one, as they are needed.
      output: isSsrBuild ? {} : { codeSplitting: { groups: [sharedFiles] } },
    },
  },
}))
