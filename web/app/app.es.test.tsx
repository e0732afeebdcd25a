import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { tagline } from '#words/es/defaults.ts'
import { App } from './app.tsx'

it('names the tab of the home page with the translation of the tagline', async () => {
  render(
    <MemoryRouter basename="/es" initialEntries={['/es']}>
      <App clinic={DEFAULT_CLINIC} translations={{ [DEFAULT_CLINIC.tagline]: tagline }} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  expect(document.title).toBe('Sprout | Atención con cariño para los niños')
})
