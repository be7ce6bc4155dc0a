/** The script as Dean Edwards' packer writes it: words by number in base 62, unpacked and evaluated when run. */
export function packed(script: string, parameters = 'p,a,c,k,e,d'): string {
  const words = [...new Set(script.match(/\w+/g))];
  const body = script
    .replaceAll(/\w+/g, (word) => numbered(words.indexOf(word)))
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`);
  const [p, a, c, k, e, d] = parameters.split(',');
  return (
    `eval(function(${parameters}){${e}=function(${c}){return(${c}<${a}?'':${e}(parseInt(${c}/${a})))` +
    `+((${c}=${c}%${a})>35?String.fromCharCode(${c}+29):${c}.toString(36))};` +
    `if(!''.replace(/^/,String)){while(${c}--){${d}[${e}(${c})]=${k}[${c}]||${e}(${c})}` +
    `${k}=[function(${e}){return ${d}[${e}]}];${e}=function(){return'\\\\w+'};${c}=1};` +
    `while(${c}--){if(${k}[${c}]){${p}=${p}.replace(new RegExp('\\\\b'+${e}(${c})+'\\\\b','g'),${k}[${c}])}}` +
    `return ${p}}('${body}',62,${words.length},'${words.join('|')}'.split('|'),0,{}))`
  );
}

function numbered(count: number): string {
  const last = count % 62;
  const rest = count < 62 ? '' : numbered(Math.floor(count / 62));
  return rest + (last > 35 ? String.fromCharCode(last + 29) : last.toString(36));
}
