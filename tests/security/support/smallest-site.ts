import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { site } from '../../../server/rendering/site.ts'

const FILES = {
  'index.html': '<title>Home</title>',
  '404.html': '<title>Not found</title>',
  'robots.txt': 'User-agent: *',
  'assets/app-1.js': 'console.log(1)',
  'site.json': JSON.stringify({
    routes: [{ path: '/', file: 'index.html' }],
    notFound: '404.html',
    drawn: [],
    drawing: '.server/prerender.js',
  }),
}

/** Writes the smallest site that can be served into a folder: a home page, a script, a 404 page. */
export function smallestSite(root: string): FastifyPluginAsync {
  mkdirSync(join(root, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text)
  return site({ root, address: 'http://localhost:3000' })
}
