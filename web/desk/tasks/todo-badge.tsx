import { useQuery } from '@tanstack/react-query'
import { sumTodo, todoCountOptions } from './todo-counts.ts'

/** The number on the link to the To do page; nothing at zero. */
export default function TodoBadge() {
  const { data } = useQuery(todoCountOptions)
  const waiting = data ? sumTodo(data) : 0
  if (waiting === 0) return null
  return (
    <span className="place-badge rounded-full bg-honey text-center text-base-content">
      <span className="sr-only">: </span>
      {waiting}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
