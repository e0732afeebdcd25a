import { useEffect, useRef, useState } from 'react'
import { TextField } from '../components/text-field.tsx'

/** How long nothing is typed before the search begins, in milliseconds. */
const TYPING_PAUSE = 300

interface SearchFieldProps {
  label: string
  hint?: string
  /** What is searched for now; the field follows when something else changes it. */
  value: string
  /** Called with other words than before when typing pauses, or at once on Enter. */
  onSearch: (words: string) => void
}

/** A field that searches while one types, though not for every letter. */
export function SearchField({ label, hint, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  // Changed by something else than this field: the back button, or a link.
  if (value !== asked) {
    setAsked(value)
    setTyped(value)
  }

  function search(text: string) {
    clearTimeout(timer.current)
    const words = text.trim()
    if (words === asked) return
    setAsked(words)
    onSearch(words)
  }

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <TextField
          label={label}
          hint={hint}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          maxLength={254}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            clearTimeout(timer.current)
            timer.current = setTimeout(search, TYPING_PAUSE, target.value)
          }}
        />
      </form>
    </search>
  )
}
