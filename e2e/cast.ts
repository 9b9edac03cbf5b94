/**
 * Who of the demo's crowd plays in the browser tests, on the desktop and on the phone: all tests share one portal, so whom a
 * test changes plays nowhere else. Both numbers are the same where the test only looks.
 */
const cast = {
  'books an event': [151, 156],
  'loses a place': [152, 152],
  'writes offline': [170, 15],
  'chooses mentors': [4, 5],
  'leads a team': [44, 45],
  'comes into a team': [46, 48],
  'is seen with a form under way': [10, 10],
  'returns to the form': [95, 135],
  'logs out with words unsent': [172, 173],
  'writes hostile texts': [182, 183],
  'rejects with hostile words': [21, 101],
  'has work returned': [30, 30],
  'was refused': [20, 20],
  'rejected the rules': [18, 18],
  'accepted old rules': [16, 16],
  'has a term of their own': [3, 3],
  'was disqualified': [41, 41],
  'cuts a picture': [75, 61],
  'shows a broken picture': [85, 71],
  'changes the password': [76, 62],
  'sends devices away': [77, 63],
  'takes an application as second factor': [78, 64],
  'takes SMS as second factor': [79, 65],
  'changes address and phone': [80, 66],
  'has a confirmed address': [81, 67],
  'takes the data home': [82, 68],
  'has a name of 80 letters': [83, 69],
  'takes a consent back': [84, 70],
  // These have not confirmed their address yet.
  'types the code of the letter': [6, 142],
  'follows the link of the letter': [91, 159],
  'follows the link elsewhere': [108, 176],
  'types the code elsewhere': [125, 193],
} as const satisfies Record<string, readonly [number, number]>

const numbers = Object.values(cast).flatMap((pair) => [...new Set<number>(pair)])
const twice = numbers.find((number, place) => numbers.indexOf(number) !== place)
if (twice !== undefined) throw new Error(`Number ${twice} of the demo's crowd plays two parts`)

/** The address of the person of the demo's crowd who plays this part on this width. */
export const whoever = (part: keyof typeof cast, isMobile: boolean): string =>
  `demo${String(cast[part][isMobile ? 1 : 0]).padStart(3, '0')}@demo.test`
