// What a device does besides showing the page, for who has switched it on: it sounds, and it stays awake
// while its holder is asked. Loaded when that is switched on.

/** What sounds: each note a frequency in Hz, when it begins and how long it lasts in seconds, and its wave. */
const NOTES = {
  turn: [[523, 0, 0.16, 'sine'], [784, 0.13, 0.24, 'sine']],
  reaction: [[880, 0, 0.09, 'triangle'], [880, 0.14, 0.09, 'triangle'], [1175, 0.28, 0.16, 'triangle']],
  hit: [[130, 0, 0.12, 'triangle'], [82, 0.02, 0.16, 'sine']],
}
const LOUD = 0.18 // of what the device gives
const PAUSE = 400 // ms before the same sounds again: many hits at once are one

/** @type {AudioContext | null} */ let audio = null
/** @type {Map<string, number>} when each sounded last */ const at = new Map()

/** Let something be heard; returns whether it is. @param {string} what */
export function sound(what) {
  const now = performance.now()
  if (navigator.userActivation?.hasBeenActive === false) return false // browsers keep silent until the first press, and would play it then
  if (now - (at.get(what) ?? -PAUSE) < PAUSE) return false
  audio ||= new AudioContext()
  if (audio.state === 'suspended') audio.resume()
  at.set(what, now)
  for (const [pitch, begin, long, wave] of /** @type {[number, number, number, OscillatorType][]} */ (NOTES[what])) {
    const voice = audio.createOscillator()
    const gain = audio.createGain()
    const from = audio.currentTime + begin
    voice.type = wave
    voice.frequency.value = pitch
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(LOUD, from + 0.012)
    gain.gain.exponentialRampToValueAtTime(0.001, from + long)
    voice.connect(gain).connect(audio.destination)
    voice.start(from)
    voice.stop(from + long)
  }
  return true
}

const LONGEST = 600_000 // ms for which the screen is kept on for one question
/** @type {any} what keeps the screen on */ let lock = null
let wanted = false
let limited = true
let busy = false
let end = 0
const wants = () => wanted && document.visibilityState === 'visible'
/** Keep the screen on, or let it go dark as usual; ``bound``: not for ever. @param {boolean} on @param {boolean} bound */
export async function awake(on, bound = true) {
  clearTimeout(end)
  if (on && bound) end = setTimeout(() => awake(false), LONGEST)
  wanted = on
  limited = bound
  if (busy) return
  busy = true
  try {
    while (wants() !== Boolean(lock && !lock.released)) {
      if (wants()) lock = await navigator.wakeLock.request('screen')
      else await lock.release()
    }
  } catch { /* a device that saves its battery says no */ }
  busy = false
}
document.addEventListener('visibilitychange', () => { if (wants()) awake(true, limited) }) // it ends whenever the page is hidden
