/** Lets a name such as 'Parenatal/Newborn' continue on the next line after its slash. */
export function BreakAfterSlash({ text }: { text: string }) {
  const [first, ...rest] = text.split('/')
  return (
    <>
      {first}
      {rest.map((part) => (
        <span key={part}>
          /<wbr />
          {part}
        </span>
      ))}
    </>
  )
}
