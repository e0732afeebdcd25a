import { Button } from '../button.tsx'
import { FormAlert } from '../forms/form-alert.tsx'

interface LoadMoreProps {
  /** An infinite query. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => Promise<unknown>
  }
  /** The text of the button. */
  children: string
}

/** Below a list: loads its next page, and shows why that failed; nothing after the last page. */
export function LoadMore({ list, children }: LoadMoreProps) {
  return (
    <div className="mt-6 grid justify-items-center gap-4">
      {list.isFetchNextPageError && <FormAlert>{list.error?.message}</FormAlert>}
      {list.hasNextPage && (
        <Button
          look="secondary"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {children}
        </Button>
      )}
    </div>
  )
}
