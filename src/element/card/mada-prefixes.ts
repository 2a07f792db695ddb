/**
 * The first 6 or 8 digits of mada cards. Issuers change them often, so a merchant can set a newer list as the property
 * `madaPrefixes`.
 */
export type MadaPrefixes = ReadonlySet<string>;

/**
 * Reads a list of prefixes.
 *
 * @throws {RangeError} naming the first value that is not 6 or 8 ASCII digits.
 */
export function parseMadaPrefixes(list: Iterable<unknown>): MadaPrefixes {
  const prefixes = new Set<string>();
  for (const prefix of list) {
    if (typeof prefix !== 'string' || !/^(\d{6}|\d{8})$/.test(prefix)) {
      throw new RangeError(`"${String(prefix)}" is not a mada prefix: write 6 or 8 digits, as a string.`);
    }
    prefixes.add(prefix);
  }
  return prefixes;
}

/** The prefixes known when this version was released. */
export const madaPrefixes: MadaPrefixes = new Set(
  (
    '22337902 22337986 22402030 400861 401757 40177800 403024 40545400 406136 406996 407197 40719700 ' +
    '40728100 407395 40739500 407520 409201 410621 410685 410834 412565 417633 419593 420132 421141 ' +
    '42222200 422817 422818 422819 42689700 428331 428671 428672 428673 431361 432328 434107 439954 ' +
    '440533 440647 440795 442429 442463 445564 446393 446404 446672 45488707 45501701 455036 455708 ' +
    '457865 457997 458456 462220 468540 468541 468542 468543 474491 483010 483011 483012 484783 486094 ' +
    '486095 486096 489317 489318 489319 49098000 49098001 492464 493428 504300 506968 508160 513213 ' +
    '515079 516138 520058 521076 52166100 524130 524514 524940 529415 529741 530060 530906 531095 531196 ' +
    '532013 535825 535989 536023 537767 53973776 539931 543085 543357 549760 554180 555610 557606 558563 ' +
    '558848 585265 588845 588846 588847 588848 588849 588850 588851 588982 588983 589005 589206 604906 ' +
    '605141 636120 968201 968202 968203 968204 968205 968206 968207 968208 968209 968210 968211 968212'
  ).split(' '),
);
