import { useEffect, useRef, useState } from 'react'
import { TextField } from './fields.tsx'

/** Delay after the last keystroke before the search starts, in milliseconds. */
const TYPING_PAUSE = 300

interface SearchFieldProps {
  label: string
  /** The current search; the field follows when something else changes it. */
  value: string
  /** Called with a new search when typing pauses, or immediately on Enter. */
  onSearch: (words: string) => void
  /** The page is for searching: the field takes the focus. */
  autoFocus?: boolean
}

/** A field that searches while the user types, debounced. */
export function SearchField({ label, value, onSearch, autoFocus = false }: SearchFieldProps) {
  const frame = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  const [seen, setSeen] = useState(value)
  const words = typed.trim()

  // A change from outside, by the back button or a link. The requested value may arrive after the next
  // rendering, and must not count as such a change.
  if (value !== seen) {
    setSeen(value)
    if (value !== asked) {
      setAsked(value)
      setTyped(value)
    }
  }

  function search() {
    if (words === asked) return
    setAsked(words)
    onSearch(words)
  }

  // Restarted when the callback changes, because it may contain another filter.
  useEffect(() => {
    if (words === asked) return
    const timer = setTimeout(() => {
      setAsked(words)
      onSearch(words)
    }, TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [words, asked, onSearch])

  // A frame later, because after a link the focus first moves to the page's content.
  useEffect(() => {
    if (!autoFocus) return
    const later = requestAnimationFrame(() =>
      frame.current?.querySelector('input')?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(later)
  }, [autoFocus])

  return (
    <search>
      <form
        ref={frame}
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <TextField
          label={label}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          maxLength={254}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </search>
  )
}
