/** The page's one `h1`. */
export function PageTitle({ children, className = '' }: { children: string; className?: string }) {
  return <h1 className={`text-3xl md:text-5xl ${className}`}>{children}</h1>
}
