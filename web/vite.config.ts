import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedFiles } from './build/chunk-groups.ts'

export default defineConfig(({ command, isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  // The server draws pages with what the build left it; its image holds no package of the pages'.
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
      // Drawing a page on the server takes its modules one by one, as they are needed.
      output: isSsrBuild ? {} : { codeSplitting: { groups: [sharedFiles] } },
    },
  },
}))
