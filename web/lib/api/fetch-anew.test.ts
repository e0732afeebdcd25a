import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { fetchAnew, invalidateAnew } from './fetch-anew.ts'

/** A query whose answers arrive when the test says so; each answer is the number of its request. */
function slowQuery() {
  const requests: ((answer: number) => void)[] = []
  const options = {
    queryKey: ['day'],
    queryFn: () => new Promise<number>((resolve) => requests.push(resolve)),
  }
  const answer = async (index: number) => {
    await expect.poll(() => requests.length).toBeGreaterThan(index)
    requests[index]?.(index)
  }
  return { options, answer }
}

it('returns the answer of a request that began after the call', async () => {
  const queries = new QueryClient()
  const { options, answer } = slowQuery()
  const older = queries.fetchQuery(options)
  const newer = fetchAnew(queries, options)
  await answer(0)
  expect(await older).toBe(0)
  await answer(1)
  expect(await newer).toBe(1)
})

it('sends one request if none is in progress, however fresh the last answer is', async () => {
  const queries = new QueryClient()
  const { options, answer } = slowQuery()
  queries.setQueryData(options.queryKey, -1)
  const fetched = fetchAnew(queries, { ...options, staleTime: Number.POSITIVE_INFINITY })
  await answer(0)
  expect(await fetched).toBe(0)
})

it('updates a page that was still loading when it received a change', async () => {
  const queries = new QueryClient()
  const { options, answer } = slowQuery()
  const shown = new QueryObserver(queries, options)
  const stop = shown.subscribe(() => {})
  const invalidated = invalidateAnew(queries, { queryKey: options.queryKey })
  await answer(0)
  await answer(1)
  await invalidated
  expect(shown.getCurrentResult().data).toBe(1)
  stop()
})
