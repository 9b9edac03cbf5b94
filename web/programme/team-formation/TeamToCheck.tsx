import type { ReactNode } from 'react'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { maxMemberNote } from '#shared/programme/teams_forming/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './TeamToCheck.module.css'

export type CheckedTeam = Answer<'GET /desk/teams/:team_id'>['team']
type Member = CheckedTeam['members'][number]

/** The verdict on a member; the team reads `remark` while it is returned. */
export interface MemberWord {
  verdict: Member['verdict']
  note: string
  remark: string
}

export type MemberWords = Readonly<Record<number, MemberWord>>

/** The verdict on each member so far. */
export const wordsOf = ({ members }: CheckedTeam): MemberWords =>
  Object.fromEntries(members.map(({ test_id, verdict, note }) => [test_id, { verdict, note, remark: '' }]))

export const noOpinion: MemberWord = { verdict: null, note: '', remark: '' }

interface TeamToCheckProps {
  team: CheckedTeam
  words: MemberWords
  onWord: (testId: number, word: Partial<MemberWord>) => void
  onFile: (fileId: string) => Promise<void>
  /** Shown below a member, for example a remark to the team. */
  below?: (member: Member) => ReactNode
}

/** A team with what it lacks, and the verdict on each member: the same on the desk and in the console. */
export function TeamToCheck({ team, words, onWord, onFile, below }: TeamToCheckProps) {
  return (
    <div className={styles.team}>
      {team.about && <p>{team.about}</p>}
      {team.lines.length > 0 && (
        <div>
          <p>Состав не собран:</p>
          <ul className={styles.list}>
            {team.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {team.letter && <Letter letter={team.letter} onFile={onFile} />}
      {team.gone > 0 && <p className={styles.quiet}>Ушли после закрытия этапа: {team.gone}. Их места засчитаны.</p>}
      <ul className={styles.members} aria-label="Участники">
        {team.members.map((member) => (
          <MemberCheck
            key={member.test_id}
            member={member}
            word={words[member.test_id] ?? noOpinion}
            onWord={(word) => onWord(member.test_id, word)}
          >
            {below?.(member)}
          </MemberCheck>
        ))}
      </ul>
    </div>
  )
}

interface MemberCheckProps {
  member: Member
  word: MemberWord
  onWord: (word: Partial<MemberWord>) => void
  children: ReactNode
}

function MemberCheck({ member, word, onWord, children }: MemberCheckProps) {
  const { test_id, name, captain, duty, region, lacks, fresh } = member
  return (
    <li className={styles.member}>
      <div>
        <p className={styles.row}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {fresh && <StatusBadge look="waiting">Новый в составе</StatusBadge>}
        </p>
        <p className={styles.quiet}>
          <Facts of={[numbered(test_id), captain && 'капитан', duty, region]} />
        </p>
        {lacks.length > 0 && <p className={styles.quiet}>Не выполнено: {lacks.join('; ')}</p>}
      </div>
      <RadioGroup
        name={`member-${test_id}`}
        label={`Проверка: ${name}`}
        options={[
          { value: 'fits', label: 'Подходит' },
          { value: 'unfit', label: 'Не подходит' },
          { value: 'none', label: 'Не проверен' },
        ]}
        value={word.verdict ?? 'none'}
        onChange={(verdict) => onWord({ verdict: verdict === 'fits' || verdict === 'unfit' ? verdict : null })}
      />
      <TextField
        name={`note-${test_id}`}
        label="Заметка"
        hint="Видят только организаторы и проверяющие"
        required={false}
        value={word.note}
        error={[...word.note].length > maxMemberNote ? `Сократите заметку до ${maxMemberNote} символов` : undefined}
        onChange={(note) => onWord({ note })}
      />
      {children && <div>{children}</div>}
    </li>
  )
}

function Letter({
  letter,
  onFile,
}: {
  letter: NonNullable<CheckedTeam['letter']>
  onFile: TeamToCheckProps['onFile']
}) {
  return (
    <div className={styles.row}>
      <span>Письмо от руководителя:</span>
      <AttachedFile name={letter.name} onDownload={() => onFile(letter.file_id)} />
    </div>
  )
}
