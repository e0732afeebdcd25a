import { useEffect, useState } from 'react'
import { TextField } from './fields.tsx'

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
  const words = typed.trim()

  // Changed by something else than this field: the back button, or a link.
  if (value !== asked) {
    setAsked(value)
    setTyped(value)
  }

  function search() {
    if (words === asked) return
    setAsked(words)
    onSearch(words)
  }

  // Begun anew whenever what is to be called has changed: another filter may be part of it.
  useEffect(() => {
    if (words === asked) return
    const timer = setTimeout(() => {
      setAsked(words)
      onSearch(words)
    }, TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [words, asked, onSearch])

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search()
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
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </search>
  )
}
