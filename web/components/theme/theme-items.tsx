import Check from 'lucide-react/icons/check'
import * as words from '#words/en/families/components.ts'
import { colorTheme } from '#words/en/frame.ts'
import { MENU_ITEM } from '../people/avatar-menu.tsx'
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useThemeChoice } from './theme.ts'

const LABELS: Record<ThemeChoice, string> = {
  light: words.lightTheme,
  dark: words.darkTheme,
  system: words.themeOfTheDevice,
}

/** Light, dark, or the device's theme, as items of a menu. */
export function ThemeItems() {
  const chosen = useThemeChoice()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu has no fieldsets.
    <div role="group" aria-label={colorTheme} className="my-1 border-y border-base-300 py-1">
      {THEME_CHOICES.map((choice) => (
        <button
          key={choice}
          type="button"
          role="menuitemradio"
          aria-checked={chosen === choice}
          onClick={() => chooseTheme(choice)}
          className={`${MENU_ITEM} flex cursor-pointer items-center gap-2`}
        >
          <span className="grow">{LABELS[choice]}</span>
          {chosen === choice && <Check aria-hidden="true" size={18} />}
        </button>
      ))}
    </div>
  )
}
