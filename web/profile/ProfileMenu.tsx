import { useEffect, useState } from 'react'
import styles from './ProfileMenu.module.css'

const sections = [
  ['personal', 'Личные данные'],
  ['email', 'Почта'],
  ['phone', 'Телефон'],
  ['password', 'Пароль'],
  ['second-factor', 'Второй шаг'],
  ['state-service', 'Внешний вход'],
  ['sessions', 'Устройства'],
  ['notifications', 'Уведомления'],
  ['consents', 'Согласия'],
  ['own-data', 'Копия данных'],
  ['erasure', 'Удаление'],
] as const

/** Links to the sections of the profile, with the visible one marked. */
export function ProfileMenu({ absent }: { absent: string[] }) {
  const inSight = useSectionInSight()
  return (
    <nav className={styles.menu} aria-label="Разделы профиля">
      <ul className={styles.items}>
        {sections
          .filter(([id]) => !absent.includes(id))
          .map(([id, title]) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className={styles.item}
                aria-current={inSight === id ? 'true' : undefined}
                onClick={() => focusSection(id)}
              >
                {title}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** The browser scrolls; the keyboard continues from the chosen section. */
function focusSection(id: string) {
  const section = document.getElementById(id)
  if (!section) return
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}

function useSectionInSight(): string | null {
  const [inSight, setInSight] = useState<string | null>(null)
  useEffect(() => {
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        setInSight(sections.find(([id]) => seen.has(id))?.[0] ?? null)
      },
      { rootMargin: '-20% 0px -65% 0px' },
    )
    for (const [id] of sections) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [])
  return inSight
}
