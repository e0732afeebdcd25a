import { describe, expect, it } from 'vitest'
import { notFoundPage, prerender, publicPages } from './prerender.tsx'

describe.each([...publicPages, notFoundPage])('the prerendered page $path', ({ path }) => {
  it('is complete, with its one heading and the frame around it', async () => {
    const html = await prerender(path)
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    for (const part of ['<header', '<main', '<footer', 'href="/login"'])
      expect(html).toContain(part)
  })

  it('holds nothing that the content security policy refuses', async () => {
    expect(await prerender(path)).not.toMatch(/<(script|style)| style=| on[a-z]+=/)
  })

  it('cannot send a form before the scripts have come', async () => {
    for (const form of (await prerender(path)).match(/<form[^>]*>/g) ?? []) {
      expect(form).toContain('method="dialog"')
    }
  })
})
