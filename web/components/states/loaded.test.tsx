import { useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { InSite } from '#web/testing/in-site.tsx'
import { Loaded } from './loaded.tsx'

const load = vi.fn(async () => 'Nine to five')

function Hours({ small }: { small: boolean }) {
  const query = useQuery({ queryKey: ['hours'], queryFn: load })
  return (
    <Loaded query={query} what="the hours" small={small}>
      {(hours) => <p>{hours}</p>}
    </Loaded>
  )
}

it.each([false, true])(
  'shows loading, the failure, and what a retry has loaded (small: %s)',
  async (small) => {
    load.mockRejectedValueOnce(new Error('Not today'))
    render(
      <InSite>
        <Hours small={small} />
      </InSite>,
    )
    expect(screen.getByRole('status')).toHaveTextContent('Loading the hours')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We couldn’t load the hoursNot today',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nine to five')).toBeVisible()
  },
)
