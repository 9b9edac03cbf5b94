import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { drawnText } from '#shared/kinds/playoff/draw.ts'
import { tieWords } from '#shared/kinds/playoff/match-result.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { momentInMoscow } from '#web/stages/StagePath/deadline.ts'
import styles from './Playoff.module.css'
import type { Playoff } from './queries.ts'

/** The rules that were fixed with the bracket, and the draw with everything that is needed to repeat it. */
export function DrawPart({ playoff }: { playoff: Playoff }) {
  const { draw, rules } = playoff
  if (!draw || !rules) return null
  return (
    <section className={styles.part} aria-labelledby="draw">
      <Heading level={2} size={3} id="draw">
        Правила и жребий
      </Heading>
      <details className={styles.details}>
        <summary className={styles.summary}>
          Кто проходит дальше
          <ChevronDown aria-hidden="true" />
        </summary>
        <div className={styles.block}>
          <ul className={styles.points}>
            <li>
              Матч судят {counted(rules.judges, 'судья', 'судьи', 'судей')}: каждый оценивает обе стороны. Дальше
              проходит тот, у кого больше средний балл.
            </li>
            <li>
              При равных баллах решает по порядку: {rules.tie_break.map((one) => tieWords[one]).join(', затем ')}.
            </li>
            <li>
              Кто не пришёл за {counted(rules.no_show_minutes, 'минуту', 'минуты', 'минут')}, проигрывает. Если не
              пришли оба, матч не состоится, и в следующем круге соперника не будет.
            </li>
            {rules.third && <li>Проигравшие в полуфиналах играют за третье место.</li>}
            {rules.lucky && (
              <li>Если победитель выбудет до следующего матча, его место займёт тот, кто ему проиграл.</li>
            )}
          </ul>
        </div>
      </details>
      <details className={styles.details}>
        <summary className={styles.summary}>
          Как проверить жребий
          <ChevronDown aria-hidden="true" />
        </summary>
        <div className={styles.block}>
          <p>
            Слово жребия: <code className={styles.code}>{draw.seed}</code>.{' '}
            {draw.throws === 1 ? 'Жребий бросали один раз' : `Жребий бросали раз: ${draw.throws}`}
            {draw.drawn_at && <Moments text={`, сетка опубликована ${momentInMoscow(draw.drawn_at)}`} />}.
          </p>
          <p>
            Для каждого ID считается SHA-256 от строки «слово:ID», например «{drawnText(draw.seed, example(playoff))}».
            Участники стоят по возрастанию этой суммы
            {draw.seeding === 'rating' ? ' там, где рейтинг прежнего этапа одинаков' : ''}. Первым номерам достаются
            свободные места первого круга.
          </p>
          <CheckDraw playoff={playoff} />
        </div>
      </details>
    </section>
  )
}

const example = ({ entrants }: Playoff) => entrants[0]?.number ?? 1

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (text: string) => hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** Computes the sums in the browser. With a seeding by rating they only separate equals, so no verdict is shown. */
function CheckDraw({ playoff }: { playoff: Playoff }) {
  const [sums, setSums] = useState<string[] | null>(null)
  const { draw, entrants } = playoff
  const check = async () =>
    setSums(await Promise.all(entrants.map(({ number }) => sha256(drawnText(draw?.seed ?? '', number)))))
  const sorted = sums?.every((sum, at) => at === 0 || (sums[at - 1] ?? '') < sum)
  return (
    <>
      <div>
        <Button kind="secondary" onClick={() => void check()}>
          Посчитать в браузере
        </Button>
      </div>
      {sums && draw?.seeding === 'draw' && (
        <Notice
          tone={sorted ? 'success' : 'warning'}
          role="status"
          title={sorted ? 'Порядок совпал со жребием' : 'Порядок не совпал: напишите в поддержку'}
        />
      )}
      <ol className={styles.seeds}>
        {entrants.map(({ entrant_id, number, name, gone }, at) => (
          <li key={entrant_id}>
            <bdi>{name}</bdi> <span className={styles.quiet}>{idNumber(number)}</span>
            {gone !== null && <span className={styles.quiet}>, выбыл: {gone}</span>}
            {sums && <code className={styles.code}>{sums[at]?.slice(0, 16)}…</code>}
          </li>
        ))}
      </ol>
    </>
  )
}
