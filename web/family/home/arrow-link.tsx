import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link, type LinkProps } from 'react-router-dom'

/** A link with an arrow behind it. */
export function ArrowLink({ children, className = '', ...link }: LinkProps) {
  return (
    <Link
      {...link}
      className={`inline-flex min-h-11 items-center gap-2 font-extrabold text-primary underline-offset-4 hover:underline ${className}`}
    >
      {children}
      <ArrowRight aria-hidden="true" size={20} className="rtl:-scale-x-100" />
    </Link>
  )
}
