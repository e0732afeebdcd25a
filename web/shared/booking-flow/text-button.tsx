/** A way on that is less than the dialog's own button. */
export function TextButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 cursor-pointer justify-self-start font-bold underline underline-offset-4"
    >
      {children}
    </button>
  )
}
