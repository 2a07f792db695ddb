/** What is said around the bank's page. */
export interface ChallengeWords {
  /** Names the dialog and the frame in it. */
  readonly title: string;
  /** On the button that leaves the merchant's page for the bank's. */
  readonly fullPage: string;
  readonly cancel: string;
  readonly loading: string;
  /** When nothing has come for a while. */
  readonly slow: string;
  /** Before it is stopped. Stopping takes nothing back, so it must not sound as if it did. */
  readonly ask: string;
  readonly keep: string;
  readonly stop: string;
}

const names = ['title', 'fullPage', 'cancel', 'loading', 'slow', 'ask', 'keep', 'stop'] as const;

const en: readonly string[] = [
  'Confirm with your bank',
  'Continue in full page',
  'Cancel',
  'Opening your bank’s page…',
  'Your bank’s page does not seem to open here. Please continue in full page.',
  'Stop confirming? Your payment may still go through: we will check it.',
  'Keep going',
  'Stop',
];

/** Each language's words in the order of their names: with the names beside them it would be twice the bytes. */
const table: Readonly<Record<string, readonly string[]>> = {
  en,
  ar: [
    'أكِّد الدفع لدى البنك',
    'المتابعة في صفحة كاملة',
    'إلغاء',
    'جارٍ فتح صفحة البنك…',
    'يبدو أن صفحة البنك لا تُفتح هنا. تابع من فضلك في صفحة كاملة.',
    'هل تريد إيقاف التأكيد؟ قد تتمّ عملية الدفع رغم ذلك، وسنتحقّق منها.',
    'متابعة التأكيد',
    'إيقاف',
  ],
  fr: [
    'Confirmez auprès de votre banque',
    'Continuer en pleine page',
    'Annuler',
    'Ouverture de la page de votre banque…',
    'La page de votre banque ne semble pas s’ouvrir ici. Merci de continuer en pleine page.',
    'Arrêter la confirmation\u00a0? Votre paiement peut malgré tout aboutir\u00a0: nous le vérifierons.',
    'Continuer ici',
    'Arrêter',
  ],
  ur: [
    'اپنے بینک سے تصدیق کریں',
    'پورے صفحے پر جاری رکھیں',
    'منسوخ کریں',
    'بینک کا صفحہ کھل رہا ہے…',
    'لگتا ہے کہ بینک کا صفحہ یہاں نہیں کھل رہا۔ براہِ کرم پورے صفحے پر جاری رکھیں۔',
    'کیا تصدیق روک دیں؟ ادائیگی پھر بھی ہو سکتی ہے: ہم اس کی جانچ کریں گے۔',
    'جاری رکھیں',
    'روک دیں',
  ],
  tr: [
    'Bankanızla onaylayın',
    'Tam sayfada devam et',
    'Vazgeç',
    'Bankanızın sayfası açılıyor…',
    'Bankanızın sayfası burada açılmıyor gibi görünüyor. Lütfen tam sayfada devam edin.',
    'Onaylama durdurulsun mu? Ödemeniz yine de gerçekleşebilir: kontrol edeceğiz.',
    'Onaya devam et',
    'Durdur',
  ],
  hi: [
    'अपने बैंक से पुष्टि करें',
    'पूरे पेज पर जारी रखें',
    'रद्द करें',
    'आपके बैंक का पेज खुल रहा है…',
    'लगता है कि बैंक का पेज यहाँ नहीं खुल रहा। कृपया पूरे पेज पर जारी रखें।',
    'पुष्टि रोक दें? भुगतान फिर भी हो सकता है: हम इसकी जाँच करेंगे।',
    'जारी रखें',
    'रोकें',
  ],
  id: [
    'Konfirmasi di bank Anda',
    'Lanjutkan di halaman penuh',
    'Batal',
    'Membuka halaman bank Anda…',
    'Halaman bank Anda tampaknya tidak terbuka di sini. Silakan lanjutkan di halaman penuh.',
    'Hentikan konfirmasi? Pembayaran Anda mungkin tetap diproses: kami akan memeriksanya.',
    'Lanjutkan',
    'Hentikan',
  ],
  fa: [
    'تأیید پرداخت در بانک',
    'ادامه در صفحهٔ کامل',
    'انصراف',
    'در حال باز کردن صفحهٔ بانک…',
    'به نظر می‌رسد صفحهٔ بانک در اینجا باز نمی‌شود. لطفاً در صفحهٔ کامل ادامه دهید.',
    'تأیید متوقف شود؟ ممکن است پرداخت همچنان انجام شود؛ ما آن را بررسی می‌کنیم.',
    'ادامه می‌دهم',
    'توقف',
  ],
  es: [
    'Confirme con su banco',
    'Continuar a página completa',
    'Cancelar',
    'Abriendo la página de su banco…',
    'Parece que la página de su banco no se abre aquí. Por favor, continúe a página completa.',
    '¿Dejar de confirmar? Es posible que el pago se realice de todos modos: lo comprobaremos.',
    'Seguir aquí',
    'Dejarlo',
  ],
  de: [
    'Bei Ihrer Bank bestätigen',
    'Auf ganzer Seite fortfahren',
    'Abbrechen',
    'Die Seite Ihrer Bank wird geöffnet…',
    'Die Seite Ihrer Bank lässt sich hier offenbar nicht öffnen. Bitte fahren Sie auf ganzer Seite fort.',
    'Bestätigung beenden? Ihre Zahlung kann trotzdem noch durchgehen: Wir prüfen das.',
    'Weitermachen',
    'Beenden',
  ],
  'zh-hans': [
    '请在银行页面确认',
    '在完整页面中继续',
    '取消',
    '正在打开银行页面…',
    '银行页面似乎无法在此处打开，请在完整页面中继续。',
    '要停止确认吗？付款仍可能成功，我们会进行核实。',
    '继续确认',
    '停止',
  ],
};

/**
 * The words for a BCP 47 tag; English where there are none. The tag is one that the element shows already, so that its
 * language, and whether Chinese is written in full characters, is all there is to look at.
 *
 * @param over Words of the page's own. Blank ones do not count.
 */
export function wordsFor(tag: string, over: Partial<ChallengeWords> = {}): ChallengeWords {
  const wanted = tag.toLowerCase();
  const language = wanted.split('-', 1)[0] as string;
  const code = language === 'zh' && !/-(hant|tw|hk|mo)\b/.test(wanted) ? 'zh-hans' : language;
  const words = Object.hasOwn(table, code) ? (table[code] as readonly string[]) : en;
  return Object.fromEntries(
    names.map((name, index) => {
      const own: unknown = over[name];
      return [name, typeof own === 'string' && own.trim() ? own : words[index]];
    }),
  ) as unknown as ChallengeWords;
}

/** Whether the words for a tag are read from the right. */
export const readsFromTheRight = (tag: string): boolean => /^(ar|fa|ur)\b/i.test(tag);
