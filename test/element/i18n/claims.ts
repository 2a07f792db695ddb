/** What a sentence may claim about the payer's money. */
export type Claim = 'not charged' | 'charged once' | 'do not pay again';

interface Phrases {
  readonly claims: Readonly<Record<Claim, RegExp>>;
  /** "If you have already paid, do not pay again" is true always, and claims nothing. */
  readonly onlyIf: RegExp;
}

/** The words in which each language makes each claim. A new way to say it must be added here. */
export const phrases: Readonly<Record<string, Phrases>> = {
  en: {
    claims: {
      'not charged':
        /haven’t been charged|(?:nothing|no money) (?:was|has been|is) (?:charged|taken)|not charged/i,
      'charged once': /charged only once/i,
      'do not pay again': /don’t pay again|before paying again/i,
    },
    onlyIf: /If you’ve already paid, don’t pay again/,
  },
  ar: {
    claims: {
      'not charged': /لم يُخصم/,
      'charged once': /لن يُخصم المبلغ إلا مرة واحدة/,
      'do not pay again': /لا تدفع مرة أخرى|قبل أن تدفع مرة أخرى/,
    },
    onlyIf: /إن كنت قد دفعت فلا تدفع مرة أخرى/,
  },
  de: {
    claims: {
      'not charged': /nichts abgebucht|nicht belastet/,
      'charged once': /nur einmal abgebucht/,
      'do not pay again': /nicht noch einmal|bevor Sie noch einmal bezahlen/,
    },
    onlyIf: /Wenn Sie schon bezahlt haben, bezahlen Sie nicht noch einmal/,
  },
  es: {
    claims: {
      'not charged': /no se (?:le )?ha cobrado/i,
      'charged once': /solo se le cobrará una vez/,
      'do not pay again': /no vuelva a pagar|antes de volver a pagar/i,
    },
    onlyIf: /Si ya ha pagado, no vuelva a pagar/,
  },
  fa: {
    claims: {
      'not charged': /کسر نشد/,
      'charged once': /فقط یک بار کسر می‌شود/,
      'do not pay again': /دوباره پرداخت نکنید|پیش از پرداخت دوباره/,
    },
    onlyIf: /اگر پیش‌تر پرداخت کرده‌اید، دوباره پرداخت نکنید/,
  },
  fr: {
    claims: {
      'not charged': /(?:Aucun montant|Rien) n’a été débité|pas été débité/,
      'charged once': /débité qu’une seule fois/,
      'do not pay again':
        /ne pas payer de nouveau|ne payez (?:donc )?pas de nouveau|avant de payer de nouveau/i,
    },
    onlyIf: /Si vous avez déjà payé, ne payez pas de nouveau/,
  },
  hi: {
    claims: {
      'not charged': /राशि नहीं (?:ली|काटी) गई|राशि नहीं कटी/,
      'charged once': /केवल एक बार ली जाएगी/,
      'do not pay again': /दोबारा भुगतान न करें|दोबारा भुगतान करने से पहले/,
    },
    onlyIf: /अगर आप भुगतान कर चुके हैं, तो दोबारा भुगतान न करें/,
  },
  id: {
    claims: {
      'not charged': /dana (?:Anda )?tidak (?:ditarik|terpotong)|tidak ada dana/i,
      'charged once': /hanya (?:akan )?(?:ditarik|terpotong) satu kali/,
      'do not pay again': /jangan membayar lagi|sebelum membayar lagi/i,
    },
    onlyIf: /Jika Anda sudah membayar, jangan membayar lagi/,
  },
  tr: {
    claims: {
      'not charged': /para çekilmedi/,
      'charged once': /yalnızca bir kez çekilir/,
      'do not pay again': /yeniden ödeme yapma(?:yın|dan önce)/i,
    },
    onlyIf: /Daha önce ödediyseniz yeniden ödeme yapmayın/,
  },
  ur: {
    claims: {
      'not charged': /رقم نہیں (?:لی|کاٹی) گئی/,
      'charged once': /صرف ایک بار لی جائے گی/,
      'do not pay again': /دوبارہ ادائیگی نہ کریں|دوبارہ ادائیگی کرنے سے پہلے/,
    },
    onlyIf: /اگر آپ پہلے ہی ادا کر چکے ہیں تو دوبارہ ادائیگی نہ کریں/,
  },
  'zh-Hans': {
    claims: {
      'not charged': /未被?扣款/,
      'charged once': /只会扣款一次/,
      'do not pay again': /请勿(?:在此)?重复支付|再次支付前/,
    },
    onlyIf: /如果您已付款，请勿重复支付/,
  },
};

/** What a text in a language claims. */
export function claimsOf(code: string, text: string): readonly Claim[] {
  const of = phrases[code];
  if (!of) throw new Error(`Nobody has said how ${code} makes claims.`);
  const bare = text.replace(of.onlyIf, '');
  return (Object.keys(of.claims) as Claim[]).filter((claim) => of.claims[claim].test(bare));
}
