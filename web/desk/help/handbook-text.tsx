import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { Card } from '#web/components/card.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { PageSpinner } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { loadChunk } from '#web/lib/load-chunk.ts'
import { HANDBOOK, type HandbookBlock, type HandbookName, type HandbookSpan } from './handbook.ts'

/** A page of the handbook, with links to its tasks. */
export function HandbookText({ name }: { name: HandbookName }) {
  const query = useQuery({
    queryKey: ['handbook', name],
    queryFn: async () => (await loadChunk(HANDBOOK[name])).default,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that a link leads there.
  useEffect(() => {
    const task = query.data && hash ? document.getElementById(hash.slice(1)) : null
    task?.scrollIntoView()
    task?.focus({ preventScroll: true })
  }, [hash, key, query.data])
  if (query.isLoadingError) {
    return (
      <>
        <PageTitle>Help</PageTitle>
        <LoadError title="We couldn’t load the handbook" query={query} />
      </>
    )
  }
  if (!query.data) return <PageSpinner />
  const { title, blocks } = query.data
  const tasks = blocks.filter((block) => block.kind === 'heading')
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="mt-4 grid items-start gap-6 xl:grid-cols-[20rem_minmax(0,1fr)]">
        <Card className="print:hidden xl:sticky xl:top-16">
          <nav aria-label="Tasks">
            <ul className="grid">
              {tasks.map(({ id, text }) => (
                <li key={id}>
                  <TextLink to={`#${id}`}>{text}</TextLink>
                </li>
              ))}
            </ul>
          </nav>
        </Card>
        <Card>
          <article className="grid max-w-3xl gap-3">
            {inOrder(blocks, (block) => (
              <Block block={block} />
            ))}
          </article>
        </Card>
      </div>
    </>
  )
}

function Block({ block }: { block: HandbookBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2
          id={block.id}
          tabIndex={-1}
          className="mt-6 scroll-mt-16 text-2xl outline-none first:mt-0"
        >
          {block.text}
        </h2>
      )
    case 'paragraph':
      return (
        <p>
          <Line spans={block.spans} />
        </p>
      )
    case 'steps':
      return (
        <ol className="grid list-decimal gap-1 ps-6">
          {inOrder(block.items, (spans) => (
            <li>
              <Line spans={spans} />
            </li>
          ))}
        </ol>
      )
    case 'image':
      return (
        <img
          src={block.src}
          alt={block.alt}
          width={block.width}
          height={block.height}
          loading="lazy"
          className="h-auto max-w-full rounded-xl border border-line"
        />
      )
  }
}

function Line({ spans }: { spans: readonly HandbookSpan[] }) {
  return inOrder(spans, (span) => (typeof span === 'string' ? span : <strong>{span.label}</strong>))
}

function inOrder<Part>(parts: readonly Part[], render: (part: Part) => ReactNode) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
    <Fragment key={index}>{render(part)}</Fragment>
  ))
}
