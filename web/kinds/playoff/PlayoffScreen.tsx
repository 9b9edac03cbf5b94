import { useQuery } from '@tanstack/react-query'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { headSaysWhy } from '#web/stages/StageHead.tsx'
import { BracketPart } from './BracketPart.tsx'
import { DrawPart } from './DrawPart.tsx'
import { NextMatch } from './NextMatch.tsx'
import { PlayedMatches } from './PlayedMatches.tsx'
import styles from './Playoff.module.css'
import { playoffQuery } from './queries.ts'

/** The bracket, the person's next match and the results of the matches before. */
export default function PlayoffScreen({ stageId }: StageScreenProps) {
  const page = useQuery(playoffQuery(stageId))
  return (
    <StageShell stageId={stageId} of={[page]} loading="Загружаем сетку…" failed="Сетка не загрузилась">
      {(stage, playoff) =>
        playoff.drawn ? (
          <div className={styles.page}>
            <NextMatch playoff={playoff} reason={headSaysWhy(stage) ? null : stage.reason} />
            <BracketPart playoff={playoff} />
            <PlayedMatches playoff={playoff} />
            <DrawPart playoff={playoff} />
          </div>
        ) : (
          <EmptyState title="Сетка ещё не составлена">
            Когда организаторы её опубликуют, здесь появятся соперник, время матча и вся сетка. Мы напишем вам.
          </EmptyState>
        )
      }
    </StageShell>
  )
}
