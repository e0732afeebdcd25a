import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { user } from '#web/testing/user.ts'
import { SearchField } from './search-field.tsx'

const search = (value: string, onSearch = vi.fn()) => (
  <SearchField label="Search" value={value} onSearch={onSearch} />
)

it('keeps the input until the page has followed', async () => {
  const onSearch = vi.fn()
  const { rerender } = render(search('', onSearch))
  await user.type(screen.getByLabelText('Search'), 'may')
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith('may'))
  expect(screen.getByLabelText('Search')).toHaveValue('may')
  rerender(search('may', onSearch))
  expect(screen.getByLabelText('Search')).toHaveValue('may')
})

it('follows a search from elsewhere', async () => {
  const { rerender } = render(search('may'))
  rerender(search('tom'))
  expect(screen.getByLabelText('Search')).toHaveValue('tom')
})
