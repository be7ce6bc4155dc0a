// Digits are put together from what the start of each script makes, so that no letter of the code shows.

/** The code as members of one object whose names are dollar signs and underscores, after the scheme of jjencode. */
export function jjencode(code: string): string {
  const start =
    '$=~[];$={___:++$,$$$$:(![]+"")[$],__$:++$,$_$_:(![]+"")[$],_$_:++$,$_$$:({}+"")[$],$$_$:($[$]+"")[$],' +
    '_$$:++$,$$$_:(!""+"")[$],$__:++$,$_$:++$,$$__:({}+"")[$],$$_:++$,$$$:++$,$___:++$,$__$:++$};' +
    '$.$_=($.$_=$+"")[$.$_$]+($._$=$.$_[$.__$])+($.$$=($.$+"")[$.__$])+((!$)+"")[$._$$]+($.__=$.$_[$.$$_])+' +
    '($.$=(!""+"")[$.__$])+($._=(!""+"")[$._$_])+$.$_[$.$_$]+$.__+$._$+$.$;' +
    '$.$$=$.$+(!""+"")[$._$$]+$.__+$._+$.$+$.$$;$.$=($.___)[$.$_][$.$_];';
  const digits = ['___', '__$', '_$_', '_$$', '$__', '$_$', '$$_', '$$$'];
  const letters = octal(code, (digit) => `$.${digits[digit]}`, String.raw`"\\"`);
  return String.raw`${start}$.$($.$($.$$+"\""+${letters}+"\"")())();`;
}

/** The code as sums of what names like faces stand for, after the scheme of aaencode. */
export function aaencode(code: string): string {
  const start =
    "ﾟωﾟﾉ= /｀ｍ´）ﾉ ~┻━┻   //*´∇｀*/ ['_']; o=(ﾟｰﾟ)  =_=3; c=(ﾟΘﾟ) =(ﾟｰﾟ)-(ﾟｰﾟ); (ﾟДﾟ) =(ﾟΘﾟ)= (o^_^o)/ (o^_^o);" +
    "(ﾟДﾟ)={ﾟΘﾟ: '_' ,ﾟωﾟﾉ : ((ﾟωﾟﾉ==3) +'_') [ﾟΘﾟ] ,ﾟｰﾟﾉ :(ﾟωﾟﾉ+ '_')[o^_^o -(ﾟΘﾟ)] ,ﾟДﾟﾉ:((ﾟｰﾟ==3) +'_')[ﾟｰﾟ] };" +
    "(ﾟДﾟ) [ﾟΘﾟ] =((ﾟωﾟﾉ==3) +'_') [c^_^o];(ﾟДﾟ) ['c'] = ((ﾟДﾟ)+'_') [ (ﾟｰﾟ)+(ﾟｰﾟ)-(ﾟΘﾟ) ];(ﾟДﾟ) ['o'] = ((ﾟДﾟ)+'_') [ﾟΘﾟ];" +
    "(ﾟoﾟ)=(ﾟДﾟ) ['c']+(ﾟДﾟ) ['o']+(ﾟωﾟﾉ +'_')[ﾟΘﾟ]+ ((ﾟωﾟﾉ==3) +'_') [ﾟｰﾟ] + ((ﾟДﾟ) +'_') [(ﾟｰﾟ)+(ﾟｰﾟ)]+ ((ﾟｰﾟ==3) +'_') [ﾟΘﾟ]+" +
    "((ﾟｰﾟ==3) +'_') [(ﾟｰﾟ) - (ﾟΘﾟ)]+(ﾟДﾟ) ['c']+((ﾟДﾟ)+'_') [(ﾟｰﾟ)+(ﾟｰﾟ)]+ (ﾟДﾟ) ['o']+((ﾟｰﾟ==3) +'_') [ﾟΘﾟ];" +
    "(ﾟДﾟ) ['_'] =(o^_^o) [ﾟoﾟ] [ﾟoﾟ];(ﾟεﾟ)=((ﾟｰﾟ==3) +'_') [ﾟΘﾟ]+ (ﾟДﾟ) .ﾟДﾟﾉ+((ﾟДﾟ)+'_') [(ﾟｰﾟ) + (ﾟｰﾟ)]+((ﾟｰﾟ==3) +'_') [o^_^o -ﾟΘﾟ]+" +
    "((ﾟｰﾟ==3) +'_') [ﾟΘﾟ]+ (ﾟωﾟﾉ +'_') [ﾟΘﾟ]; (ﾟｰﾟ)+=(ﾟΘﾟ); (ﾟДﾟ)[ﾟεﾟ]='\\\\';" +
    "(oﾟｰﾟo)=(ﾟωﾟﾉ +'_')[c^_^o];(ﾟДﾟ) [ﾟoﾟ]='\\\"';";
  const digits = [
    '(c^_^o)',
    '(ﾟΘﾟ)',
    '((o^_^o) - (ﾟΘﾟ))',
    '(o^_^o)',
    '(ﾟｰﾟ)',
    '((ﾟｰﾟ) + (ﾟΘﾟ))',
    '((o^_^o) +(o^_^o))',
    '((ﾟｰﾟ) + (o^_^o))',
  ];
  const letters = octal(code, (digit) => digits[digit] ?? '', '(ﾟДﾟ)[ﾟεﾟ]');
  return `${start}(ﾟДﾟ) ['_'] ( (ﾟДﾟ) ['_'] (ﾟεﾟ+(ﾟДﾟ)[ﾟoﾟ]+ ${letters}+(ﾟДﾟ)[ﾟoﾟ]) (ﾟΘﾟ)) ('_');`;
}

/** Each letter as an escape in base eight, `backslash` before it, its digits one by one. */
function octal(code: string, write: (digit: number) => string, backslash: string): string {
  const letters = Array.from(code, (letter) =>
    Array.from(letter.charCodeAt(0).toString(8), (digit) => write(Number(digit))).join('+'),
  );
  return letters.map((digits) => `${backslash}+${digits}`).join('+');
}
