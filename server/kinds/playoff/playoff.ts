import { serverKind } from '#server/stages/kind.ts'
import { playoffKind } from '#shared/kinds/playoff/contract.ts'
import { ownMatches, ownMatchMarks } from './own-matches.ts'
import { playoffStanding } from './standing.ts'

export const playoff = serverKind(playoffKind, {
  work: null,
  attempts: null,
  standing: playoffStanding,
  judgesMatches: true,
  ownData: {
    name: 'playoff_matches',
    title: 'Матчи плей-офф',
    read: async (db, accountId) => [...(await ownMatches(db, accountId)), ...(await ownMatchMarks(db, accountId))],
  },
  files: null,
  checklist: ({ settings }, season) => {
    const { entrants_of: before, rating_of: rated, seeding, criteria, tie_break } = settings
    const red = (text: string) => ({ level: 'red' as const, text })
    const yellow = (text: string) => ({ level: 'yellow' as const, text })
    return [
      ...(season.byCode.has(before) ? [] : [red('Укажите этап, после которого попадают в сетку')]),
      ...(rated === '' || season.byCode.has(rated) ? [] : [red('Этапа, по рейтингу которого сеять, нет')]),
      ...(seeding === 'rating' && rated === '' ? [red('Посев по рейтингу: укажите этап с баллами')] : []),
      ...(criteria.length === 0 ? [red('Задайте критерии: по ним судьи оценивают обе стороны')] : []),
      ...(rated === '' && tie_break.includes('rating')
        ? [yellow('При равных баллах рейтинг ничего не решит: этап с баллами не указан')]
        : []),
    ]
  },
})
