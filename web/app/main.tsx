import '../styles/public.css'
import { loadChunk } from '../lib/load-chunk.ts'
import { onFirstIntent } from './first-intent.ts'

// Small on purpose: it is all the script that a reader of the public pages needs. The rest
// comes with the first sign that someone wants to do more than read.
const root = document.getElementById('root')

// Before zod is loaded: it would try out whether it may make code from text, which the content
// security policy refuses and reports. It parses without, only a little slower.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

async function start() {
  if (!root) return
  const [{ mount }] = await Promise.all([
    loadChunk(() => import('./mount.tsx')),
    // The largest part of it, run by itself: one long piece of work would keep the page from answering.
    loadChunk(() => import('react-dom/client')),
  ])
  await mount(root)
}

if (root) onFirstIntent(root, start)
