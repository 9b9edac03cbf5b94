import CalendarDays from 'lucide-react/icons/calendar-days'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Mail from 'lucide-react/icons/mail'
import Route from 'lucide-react/icons/route'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { insideSentence } from '#shared/platform/text/inside-sentence.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './ChooseTracks.module.css'
import type { Track } from './queries.ts'

interface TrackCardProps {
  track: Track
  mine: boolean
  /** The person has a track and can no longer change it. */
  settled?: boolean
  /** The button to choose it, where that is possible. */
  children?: ReactNode
}

/** A track: whether it suits, its places and dates, and what it changes on the person's path. */
export function TrackCard({ track, mine, settled = false, children }: TrackCardProps) {
  const { title, description, left, letter, mates, offered } = track
  return (
    <Card as="li" className={styles.card} data-mine={mine || undefined}>
      <div className={styles.head}>
        <Heading level={3}>{title}</Heading>
        {mine && <StatusBadge look="done">Ваш трек</StatusBadge>}
        {offered && !mine && <StatusBadge look="due">Открыт для вас</StatusBadge>}
      </div>
      {description && <p>{description}</p>}
      <Fit track={track} />
      <ul className={styles.facts}>
        <Fact icon={<Users aria-hidden="true" />}>{placesInWords(left)}</Fact>
        <Fact icon={<CalendarDays aria-hidden="true" />}>
          <Moments text={datesInWords(track)} />
        </Fact>
        {letter && <Fact icon={<Mail aria-hidden="true" />}>Нужно письмо: его прочитают и одобрят или отклонят</Fact>}
        {!settled && <Fact icon={<Route aria-hidden="true" />}>{effectInWords(track)}</Fact>}
        {mates > 0 && (
          <Fact icon={<Users aria-hidden="true" />}>
            Здесь {counted(mates, 'человек', 'человека', 'человек')} из вашей команды
          </Fact>
        )}
      </ul>
      {children && <div className={styles.choose}>{children}</div>}
    </Card>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li>
    {icon}
    <span>{children}</span>
  </li>
)

function Fit({ track: { fits, reasons, offered } }: { track: Track }) {
  if (fits === 'yes')
    return (
      <p className={styles.fit} data-fits="yes">
        <Check aria-hidden="true" />
        <span>{offered ? 'Вам подходит: этот трек открыт всем' : 'Вам подходит'}</span>
      </p>
    )
  return (
    <div className={styles.fit} data-fits={fits}>
      {fits === 'later' ? <Clock aria-hidden="true" /> : <X aria-hidden="true" />}
      <span>
        {fits === 'later' ? 'Пока нет, потому что: ' : 'Нет, потому что: '}
        {reasons.map(insideSentence).join('; ')}
      </span>
    </div>
  )
}

function placesInWords(left: number | null): string {
  if (left === null) return 'Число мест не ограничено'
  return left === 0 ? 'Мест нет' : `Осталось ${counted(left, 'место', 'места', 'мест')}`
}

function datesInWords({ opens_at, closes_at }: Track): string {
  const [opens, closes] = [opens_at && parseWire(opens_at), closes_at && parseWire(closes_at)]
  if (opens && closes) return `Этапы трека: с ${showDateTime(opens)} до ${showMoscowTime(closes)}`
  if (closes) return `Этапы трека: до ${showMoscowTime(closes)}`
  return opens ? `Этапы трека: с ${showMoscowTime(opens)}` : 'Этапы и сроки общие для всех'
}

const kept = { nothing: '', draft: ', черновик сохранится', handed_in: ', сделанное сохранится' }

function effectInWords({ appear, vanish }: Track): string {
  const named = (stages: Track['appear']) =>
    stages.map((stage) => `${quoted(stage.title)}${kept[stage.kept]}`).join('; ')
  const words = [
    appear.length > 0 && `${appear.length === 1 ? 'Появится этап' : 'Появятся этапы:'} ${named(appear)}`,
    vanish.length > 0 && `${vanish.length === 1 ? 'Скроется этап' : 'Скроются этапы:'} ${named(vanish)}`,
  ].filter(Boolean)
  return words.length > 0 ? words.join('. ') : 'Ваши этапы не изменятся'
}
